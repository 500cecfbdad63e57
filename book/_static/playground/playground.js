// The Playground, the page's side. Python lives in worker.js; nothing is loaded before "Start".
(() => {
  "use strict";
  const folder = new URL(".", document.currentScript.src);
  const $ = (name) => document.getElementById(`pg-${name}`);
  const KEY = "e3-playground";
  const YOURS = "Your policy";
  const AXES = ["latency", "tokens", "tool_calls", "files"];
  const UNITS = ["seconds", "tokens", "calls", "files"];
  const GREEK = { alpha: "α per second", beta: "β per token", gamma: "γ per tool call", delta: "δ per file" };
  const LEVELS = ["Level 1: one place", "Level 2: several files", "Level 3: the whole repository"];
  const SLUGS = { "Max-Context-First": "mcf", "Fixed ReAct": "react", "Adaptive Retrieval": "ar", E3: "e3", Oracle: "oracle", [YOURS]: "yours" };

  const kept = load(); // what a reload brings back
  let book = null; // tasks, weights and prices, as Python gives them
  let files = {}, sites = [], runs = [], withCode = false, timer = null;

  // Kept in this browser ---------------------------------------------------------------------

  function load() {
    try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; }
  }
  function keep(changes) {
    Object.assign(kept, changes);
    try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* private window: not kept */ }
  }

  // Talking to Python ------------------------------------------------------------------------

  let worker = null, waiting = new Map(), count = 0, slow = null;

  function say(text) { $("status").textContent = text; }

  function begin() {
    worker = new Worker(new URL("worker.js", folder), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.status) return say(data.status);
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
      busy();
    };
    worker.onerror = () => broken("The worker could not start.");
  }

  function ask(request) {
    return new Promise((resolve, reject) => {
      waiting.set(++count, (data) => (data.failure ? reject(broken(data.failure)) : resolve(data)));
      worker.postMessage({ id: count, request });
      busy();
    });
  }

  function busy() {
    const working = waiting.size > 0;
    $("stop").hidden = !working;
    clearTimeout(slow);
    if (working && book) slow = setTimeout(() => say("Still running. An endless loop? Press Stop."), 3000);
  }

  function broken(reason) {
    end();
    $("start").hidden = false;
    say(`Python could not start. ${reason}`);
    return new Error(reason);
  }

  function end() {
    worker?.terminate();
    worker = null;
    waiting.clear();
    busy();
    enable(false);
  }

  function enable(on) {
    for (const name of ["picker", "watch", "costs", "score", "try"]) $(name).disabled = !on;
  }

  async function start() {
    $("start").hidden = true;
    begin();
    const { value, error } = await ask({ do: "start" });
    if (error) throw broken(error);
    if (!book) { book = value; fillTasks(); fillCosts(); }
    enable(true);
    await pick(kept.query);
    say("Ready. Python runs in this page.");
  }

  async function stop() {
    end();
    say("Stopped. Starting Python again …");
    await start();
    say("Stopped and started again. Your code is still here.");
  }

  // Pick a task ------------------------------------------------------------------------------

  const chosen = () => book.tasks.find((task) => task.id === $("task").value);

  function fillTasks() {
    const groups = LEVELS.map((label) => element("optgroup", { label }));
    for (const task of book.tasks) {
      const words = task.query.length > 90 ? `${task.query.slice(0, 88)}…` : task.query;
      groups[task.level - 1].append(element("option", { value: task.id }, `${task.id}  ${words}`));
    }
    $("task").replaceChildren(...groups);
    if (kept.task) $("task").value = kept.task;
    if (!chosen()) $("task").selectedIndex = 0;
  }

  async function pick(query) {
    const task = chosen();
    $("query").value = query ?? task.query;
    keep({ task: task.id, query: $("query").value === task.query ? null : $("query").value });
    withCode = false;
    const { value, error } = await ask({ do: "look", task: task.id, query: $("query").value });
    show("task-error", error);
    if (error) return;
    files = Object.fromEntries(value.files.map((file) => [file.path, file.text]));
    sites = value.sites;
    $("file").replaceChildren(
      ...value.files.map(({ path, tokens }) => element("option", { value: path }, `${path} (${tokens} tokens)`)),
    );
    $("file").value = sites[0]?.file ?? value.files[0].path;
    drawFile();
    await watch();
  }

  function drawFile(focus = 0) {
    const path = $("file").value;
    const reveal = $("reveal").checked;
    const lines = files[path].replace(/\n$/, "").split("\n").map((text, i) => {
      const site = reveal && sites.find(({ file, line }) => file === path && line === i + 1);
      const kind = site ? (site.direct ? "direct" : "indirect") : "";
      const row = element("div", { className: `pg-line ${kind} ${focus === i + 1 ? "pg-focus" : ""}` }, text || " ");
      row.dataset.number = i + 1;
      if (site) row.append(element("span", { className: "pg-becomes" }, `${kind} site, becomes: ${site.becomes.trim()}`));
      return row;
    });
    $("text").replaceChildren(...lines);
    const target = lines[focus - 1];
    if (target) $("text").scrollTop = target.offsetTop - $("text").clientHeight / 2;
    const named = sites.map(({ file, line, direct }) => `${file}:${line} (${direct ? "direct: a search finds it" : "indirect: behind an alias"})`);
    $("sites").textContent = `Sites that must change: ${named.join("; ")}.`;
    $("sites").hidden = !reveal;
  }

  // Watch the policies -----------------------------------------------------------------------

  const followed = () => runs.find((run) => run.policy === kept.policy) ?? runs.find((run) => run.policy === "E3");

  async function watch() {
    const code = withCode ? $("code").value : "";
    const { value, error, printed } = await ask({ do: "watch", task: $("task").value, query: $("query").value, ...costs(), code });
    if (code) { show("trace", error); show("printed", printed); } else show("cost-error", error);
    if (error) return false;
    runs = value.runs;
    if (code) keep({ policy: YOURS });
    const { difficulty, scope, risk, confidence } = value.estimate;
    $("estimate").textContent = `E3's estimate from the words: difficulty ${difficulty}, scope ${scope}, risk ${risk}, confidence ${confidence}.`;
    drawPolicies();
    follow();
    return true;
  }

  function drawPolicies() {
    const current = followed().policy;
    $("policies").replaceChildren(...runs.map(({ policy }) => {
      const radio = element("input", { type: "radio", name: "pg-policy", value: policy, checked: policy === current });
      radio.onchange = () => { keep({ policy }); follow(); };
      const swatch = element("span", { className: `pg-swatch pg-${SLUGS[policy]}` });
      const label = element("label", {}, radio, swatch, policy);
      return label;
    }));
  }

  function follow() {
    pause();
    const run = followed();
    const ours = `${run.policy}: ${run.cost.toFixed(2)}`;
    const end = run.solved ? `solved; ACRR ${run.acrr.toFixed(2)}` : "not solved";
    $("verdict").textContent = `${ours} in ${run.steps.length} actions, ${end}.`;
    $("step").max = run.steps.length;
    $("steps").replaceChildren(...run.steps.map((step, i) => {
      const cells = [i + 1, step.kind, step.target, step.latency.toFixed(2), ...AXES.slice(1).map((axis) => round(step[axis])), step.cost.toFixed(2), step.running.toFixed(2)];
      const row = element("tr", {}, ...cells.map((cell) => element("td", {}, String(cell))));
      row.onclick = () => goTo(i + 1);
      return row;
    }));
    goTo(run.steps.length, false);
  }

  function goTo(step, open = true) {
    const run = followed();
    $("step").value = step;
    const action = run.steps[step - 1];
    const words = action ? `${step} of ${run.steps.length}: ${action.kind} ${action.target}, running cost ${action.running.toFixed(2)}` : `before the first of ${run.steps.length}`;
    $("step-text").textContent = words;
    $("step").setAttribute("aria-valuetext", words);
    [...$("steps").children].forEach((row, i) => {
      row.classList.toggle("pg-later", i >= step);
      row.classList.toggle("pg-now", i === step - 1);
    });
    drawChart(step);
    const [path, line] = (action?.target ?? "").split(":");
    if (open && path in files) { $("file").value = path; drawFile(Number(line) || 0); }
  }

  function play() {
    if (timer) return pause();
    if (+$("step").value >= followed().steps.length) goTo(0);
    $("play").textContent = "Pause";
    timer = setInterval(() => {
      goTo(+$("step").value + 1);
      if (+$("step").value >= followed().steps.length) pause();
    }, 700);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    $("play").textContent = "Play";
  }

  function drawChart(step) {
    const width = Math.max(280, $("chart").clientWidth), height = 260, left = 40, right = 14, top = 12, bottom = 36;
    const most = Math.max(...runs.map((run) => run.cost), 1e-9);
    const longest = Math.max(...runs.map((run) => run.steps.length), 1);
    const x = (n) => left + (n / longest) * (width - left - right);
    const y = (cost) => height - bottom - (cost / most) * (height - top - bottom);
    const current = followed();
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": spoken() });
    for (const tick of ticks(most)) {
      svg.append(drawn("line", { class: "pg-grid-line", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }));
      svg.append(drawn("text", { class: "pg-tick", x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick)));
    }
    for (const tick of ticks(longest).filter(Number.isInteger)) {
      svg.append(drawn("text", { class: "pg-tick", x: x(tick), y: height - bottom + 16, "text-anchor": "middle" }, String(tick)));
    }
    svg.append(drawn("text", { class: "pg-tick", x: (left + width) / 2, y: height - 4, "text-anchor": "middle" }, "actions so far"));
    svg.append(drawn("text", { class: "pg-tick", x: left + 6, y: top + 4 }, "running cost"));
    for (const run of [...runs.filter((other) => other !== current), current]) {
      const shown = run === current ? run.steps.slice(0, step) : run.steps;
      const points = [[x(0), y(0)], ...shown.map(({ running }, i) => [x(i + 1), y(running)])];
      const slug = `pg-${SLUGS[run.policy]} ${run === current ? "pg-followed" : ""}`;
      svg.append(drawn("polyline", { class: `pg-path ${slug}`, points: points.map((p) => p.join(",")).join(" ") }));
      const [px, py] = points.at(-1);
      const whole = shown.length === run.steps.length;
      svg.append(whole && !run.solved
        ? drawn("path", { class: `pg-path ${slug}`, d: `M${px - 5},${py - 5}l10,10m0,-10l-10,10` })
        : drawn("circle", { class: `pg-dot ${slug}`, cx: px, cy: py, r: run === current ? 6 : 4 }));
    }
    $("chart").replaceChildren(svg);
  }

  function spoken() {
    const ends = runs.map(({ policy, cost, steps, solved }) => `${policy} ${cost.toFixed(2)} in ${steps.length} actions${solved ? "" : ", not solved"}`);
    return `Running cost by action. ${ends.join("; ")}.`;
  }

  function ticks(most) {
    const rough = most / 4, unit = 10 ** Math.floor(Math.log10(rough));
    const step = unit * [1, 2, 5, 10].find((factor) => factor * unit >= rough);
    return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => round(i * step));
  }

  // Change what things cost ------------------------------------------------------------------

  function fillCosts() {
    const weights = kept.weights ?? book.weights, prices = kept.prices ?? book.prices;
    $("weights").replaceChildren(...Object.entries(book.weights).map(([name]) =>
      element("label", {}, GREEK[name], number(weights[name], `weight ${name}`, { weight: name })),
    ));
    const head = element("tr", {}, ...["action", ...UNITS].map((text) => element("th", { scope: "col" }, text)));
    const rows = Object.keys(book.prices).map((name) => element("tr", {}, element("th", { scope: "row" }, name),
      ...UNITS.map((unit, i) => element("td", {}, number((prices[name] ?? book.prices[name])[i], `${name}, ${unit}`, { price: name, axis: i }))),
    ));
    $("prices").replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
  }

  function number(value, label, data) {
    const input = element("input", { type: "number", min: 0, step: "any", value, ariaLabel: label });
    Object.assign(input.dataset, data);
    input.onchange = () => { keep(costs()); watch(); };
    return input;
  }

  function costs() {
    const weights = {}, prices = {};
    for (const { dataset, value } of document.querySelectorAll("#pg-costs input")) {
      const given = value === "" ? null : Number(value);
      if (dataset.weight) weights[dataset.weight] = given;
      else (prices[dataset.price] ??= [])[dataset.axis] = given;
    }
    return { weights, prices };
  }

  function reset() {
    keep({ weights: null, prices: null });
    fillCosts();
    watch();
  }

  // Write your own policy --------------------------------------------------------------------

  async function score() {
    say("Scoring on all tasks …");
    const { value, error, printed } = await ask({ do: "score", code: $("code").value, ...costs() });
    show("trace", error);
    show("printed", printed);
    $("ranking").hidden = Boolean(error);
    $("result").textContent = error ? "" : verdict(value);
    say(error ? "Python reports an error in your code." : $("result").textContent);
    if (error) return;
    $("rows").replaceChildren(...value.map((row) => {
      const shares = row.levels.map((share) => `${Math.round(100 * share)} %`);
      const cells = [`${row.solved} of ${row.n}`, ...shares, row.cost.toFixed(2), row.acrr === null ? "–" : row.acrr.toFixed(2)];
      const name = element("th", { scope: "row" }, element("span", { className: `pg-swatch pg-${SLUGS[row.policy]}` }), row.policy);
      return element("tr", { className: row.policy === YOURS ? "pg-now" : "" }, name, ...cells.map((cell) => element("td", {}, cell)));
    }));
  }

  function verdict(rows) {
    const rivals = rows.filter(({ policy }) => policy !== "Oracle");
    const place = rivals.findIndex(({ policy }) => policy === YOURS) + 1;
    const { solved, n, acrr } = rivals[place - 1];
    const redundancy = acrr === null ? "" : `, ACRR ${acrr.toFixed(2)}`;
    return `Your policy solves ${solved} of ${n} tasks${redundancy}: place ${place} of ${rivals.length}.`;
  }

  async function tryOut() {
    withCode = true;
    if (!(await watch())) return say("Python reports an error in your code.");
    say(`Your policy now has a line in the chart. ${$("verdict").textContent}`);
    $("verdict").scrollIntoView({ block: "center" });
  }

  async function example(name) {
    const response = await fetch(new URL(`examples/${name}.py`, folder));
    const before = $("code").value;
    setCode(await response.text());
    $("undo").hidden = !before;
    $("undo").onclick = () => { setCode(before); $("undo").hidden = true; };
  }

  function setCode(text) { $("code").value = text; edited(); }

  function edited() {
    keep({ code: $("code").value });
    const lines = $("code").value.split("\n").length;
    $("lines").textContent = Array.from({ length: lines }, (_, i) => i + 1).join("\n");
  }

  let leaving = false; // Escape was pressed: the next Tab leaves the field

  function typed(event) {
    const area = $("code");
    const before = area.value.slice(0, area.selectionStart);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); if (!$("score").disabled) score(); return; }
    if (event.key === "Tab" && !leaving) { event.preventDefault(); event.shiftKey ? dedent(area, before) : insert(" ".repeat(4 - (before.split("\n").at(-1).length % 4))); }
    if (event.key === "Enter") {
      const line = before.split("\n").at(-1);
      event.preventDefault();
      insert("\n" + line.match(/^ */)[0] + (/:\s*$/.test(line) ? "    " : ""));
    }
    leaving = event.key === "Escape";
  }

  // execCommand keeps the browser's own undo, which setRangeText forgets.
  function insert(text) { document.execCommand("insertText", false, text); }

  function dedent(area, before) {
    const start = before.lastIndexOf("\n") + 1, caret = area.selectionStart;
    const spaces = area.value.slice(start).match(/^ {0,4}/)[0].length;
    area.setRangeText("", start, start + spaces);
    area.setSelectionRange(Math.max(start, caret - spaces), Math.max(start, caret - spaces));
    edited();
  }

  // Small tools ------------------------------------------------------------------------------

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }
  function drawn(tag, attributes, text = "") {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  }
  function show(name, text) { $(name).textContent = text ?? ""; $(name).hidden = !text; }
  function round(value) { return Number(value.toFixed(2)); }

  // Wiring -----------------------------------------------------------------------------------

  if (location.protocol === "file:") {
    $("start").disabled = true;
    $("example").disabled = true;
    say("You opened this page from a folder, and browsers let no page start Python from there. Type “make serve” in the book's folder and open the address it prints.");
    return;
  }
  const redraw = () => { if (runs.length) drawChart(+$("step").value); };
  $("start").onclick = () => start().catch(() => {});
  $("stop").onclick = () => stop().catch(() => {});
  $("task").onchange = () => pick();
  $("use").onclick = () => pick($("query").value);
  $("restore").onclick = () => pick();
  $("file").onchange = () => drawFile();
  $("reveal").onchange = () => drawFile();
  $("step").oninput = () => { pause(); goTo(+$("step").value); };
  $("back").onclick = () => { pause(); goTo(Math.max(0, +$("step").value - 1)); };
  $("next").onclick = () => { pause(); goTo(Math.min(followed().steps.length, +$("step").value + 1)); };
  $("play").onclick = play;
  $("reset").onclick = reset;
  $("score").onclick = score;
  $("try").onclick = tryOut;
  $("example").onchange = ({ target }) => { if (target.value) example(target.value); target.value = ""; };
  $("code").oninput = edited;
  $("code").onkeydown = typed;
  $("code").onscroll = () => { $("lines").scrollTop = $("code").scrollTop; };
  new ResizeObserver(redraw).observe($("chart"));
  if (kept.code) setCode(kept.code); else example("search_and_edit");
})();
