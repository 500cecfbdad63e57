// The Playground, the page's side. Python lives in worker.js; nothing is loaded before "Start".
(() => {
  "use strict";
  const folder = new URL(".", document.currentScript.src);
  const $ = (name) => document.getElementById(`pg-${name}`);
  const KEY = "e3-playground";
  const YOURS = "Your policy";
  const { fixed, round } = e3Chart;
  const AXES = ["latency", "tokens", "tool_calls", "files"];
  const UNITS = ["seconds", "tokens", "calls", "files"];
  const GREEK = {
    alpha: "α per second",
    beta: "β per token",
    gamma: "γ per tool call",
    delta: "δ per file",
  };
  const LEVELS = ["Level 1: one place", "Level 2: several files", "Level 3: the whole repository"];

  const editor = e3Editor($("code"), $("lines"), {
    changed: (code) => keep({ code }),
    submit: () => $("score").click(),
  });
  const kept = load(); // what a reload brings back
  let book = null; // tasks, weights and prices, as Python gives them
  let inUse = null; // the task and the instruction that the page shows
  let files = {},
    sites = [],
    runs = [],
    withCode = false,
    timer = null;

  // Kept in this browser ---------------------------------------------------------------------

  function load() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  }
  function keep(changes) {
    Object.assign(kept, changes);
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      /* private window: not kept */
    }
  }

  // Talking to Python ------------------------------------------------------------------------

  let worker = null,
    waiting = new Map(),
    count = 0,
    slow = null;

  function say(text) {
    $("status").textContent = text;
  }

  function begin() {
    worker = new Worker(new URL("worker.js", folder), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.status) return say(data.status);
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
      busy();
    };
    worker.onerror = () =>
      broken("This copy of the site seems to be built without it; `make book` fetches it.");
  }

  function ask(request) {
    return new Promise((resolve, reject) => {
      waiting.set(++count, (data) => (data.failure ? reject(broken(data.failure)) : resolve(data)));
      worker.postMessage({ id: count, request });
      busy();
    });
  }

  function busy() {
    clearTimeout(slow);
    $("bar").ariaBusy = waiting.size > 0;
    const working = waiting.size > 0 && book;
    if (working) slow = setTimeout(() => stoppable(true), 1000);
    else stoppable(false);
  }

  function stoppable(on) {
    $("bar").classList.toggle("pg-working", on);
    $("stop").hidden = !on;
    if (on) say("Still running. An endless loop? Press Stop.");
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
    if (!book) {
      book = value;
      fillTasks();
      fillCosts();
    }
    enable(true);
    if (!(await pick(kept.query))) await pick();
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
    withCode = false;
    const wanted = { task: task.id, query: $("query").value };
    const { value, error } = await ask({ do: "look", ...wanted });
    show("task-error", error);
    if (error || !(await watch("task-error", wanted))) return false;
    inUse = wanted;
    keep({ task: task.id, query: wanted.query === task.query ? null : wanted.query });
    files = Object.fromEntries(value.files.map((file) => [file.path, file.text]));
    sites = value.sites;
    $("file").replaceChildren(
      ...value.files.map(({ path, tokens }) =>
        element("option", { value: path }, `${path} (${tokens} tokens)`),
      ),
    );
    $("file").value = sites[0].file;
    drawFile();
    return true;
  }

  function drawFile(focus = 0) {
    const path = $("file").value;
    const reveal = $("reveal").checked;
    const lines = files[path]
      .replace(/\n$/, "")
      .split("\n")
      .map((text, i) => {
        const site = reveal && sites.find(({ file, line }) => file === path && line === i + 1);
        const kind = site ? (site.direct ? "direct" : "indirect") : "";
        const now = focus === i + 1 ? "pg-focus" : "";
        const row = element("div", { className: `pg-line ${kind} ${now}` }, text || " ");
        row.dataset.number = i + 1;
        if (site) {
          const text = `${kind} site, becomes: ${site.becomes.trim()}`;
          row.append(element("span", { className: "pg-becomes" }, text));
        }
        return row;
      });
    $("text").replaceChildren(...lines);
    const target = lines[focus - 1] ?? lines.find((row) => row.firstElementChild);
    if (target) $("text").scrollTop = target.offsetTop - $("text").clientHeight / 2;
    const named = sites.map(
      ({ file, line, direct }) =>
        `${file}:${line} (${direct ? "direct: a search finds it" : "indirect: behind an alias"})`,
    );
    $("sites").textContent = `Sites that must change: ${named.join("; ")}.`;
    $("sites").hidden = !reveal;
  }

  // Watch the policies -----------------------------------------------------------------------

  const ofPolicy = (name) => runs.find(({ policy }) => policy === name);
  const followed = () => ofPolicy(kept.policy) ?? ofPolicy("E3");

  async function watch(complain, where = inUse) {
    const code = withCode ? $("code").value : "";
    const { value, error, printed } = await ask({ do: "watch", ...where, ...costs(), code });
    show(complain, error);
    if (code) show("printed", printed);
    if (error) return false;
    runs = value.runs;
    if (code) keep({ policy: YOURS });
    const { difficulty, scope, risk, confidence } = value.estimate;
    $("estimate").textContent =
      `E3's first guess: difficulty ${difficulty}, scope ${scope}, ` +
      `risk ${risk}, confidence ${confidence}.`;
    drawPolicies();
    follow();
    return true;
  }

  function drawPolicies() {
    const current = followed().policy;
    $("policies").replaceChildren(
      ...runs.map(({ policy }) => {
        const radio = element("input", {
          type: "radio",
          name: "pg-policy",
          value: policy,
          checked: policy === current,
        });
        radio.onchange = () => {
          keep({ policy });
          follow();
        };
        const swatch = element("span", { className: `pg-swatch ${e3Chart.colour(policy)}` });
        const label = element("label", {}, radio, swatch, policy);
        return label;
      }),
    );
  }

  function follow() {
    pause();
    const run = followed();
    const end = run.solved ? `solved; ACRR ${fixed(run.acrr)}` : "not solved";
    $("verdict").textContent =
      `${run.policy}: ${fixed(run.cost)} in ${run.steps.length} actions, ${end}.`;
    $("step").max = run.steps.length;
    $("steps").replaceChildren(
      ...run.steps.map((step, i) => {
        const charges = [fixed(step.latency), ...AXES.slice(1).map((axis) => round(step[axis]))];
        const cells = [
          i + 1,
          step.kind,
          step.target,
          ...charges,
          fixed(step.cost),
          fixed(step.running),
        ];
        const row = element("tr", {}, ...cells.map((cell) => element("td", {}, String(cell))));
        row.onclick = () => goTo(i + 1);
        return row;
      }),
    );
    goTo(run.steps.length, false);
  }

  function goTo(step, open = true) {
    const run = followed();
    $("step").value = step;
    const action = run.steps[step - 1];
    const words = action
      ? `${step} of ${run.steps.length}: ${action.kind} ${action.target}, running cost ${fixed(action.running)}`
      : `before the first of ${run.steps.length}`;
    $("step-text").textContent = words;
    $("step").setAttribute("aria-valuetext", words);
    [...$("steps").children].forEach((row, i) => {
      row.classList.toggle("pg-later", i >= step);
      row.classList.toggle("pg-now", i === step - 1);
    });
    drawChart(step);
    const [path, line] = (action?.target ?? "").split(":");
    if (open && path in files) {
      $("file").value = path;
      drawFile(Number(line) || 0);
    }
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
    e3Chart.draw($("chart"), runs, followed(), step, $("zoom").checked);
  }

  // Change what things cost ------------------------------------------------------------------

  function fillCosts() {
    const weights = kept.weights ?? book.weights,
      prices = kept.prices ?? book.prices;
    $("weights").replaceChildren(
      ...Object.entries(book.weights).map(([name]) =>
        element("label", {}, GREEK[name], number(weights[name], GREEK[name], { weight: name })),
      ),
    );
    const head = element(
      "tr",
      {},
      ...["action", ...UNITS].map((text) => element("th", { scope: "col" }, text)),
    );
    const rows = Object.keys(book.prices).map((name) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, name),
        ...UNITS.map((unit, i) =>
          element(
            "td",
            {},
            number((prices[name] ?? book.prices[name])[i], `${name}, ${unit}`, {
              price: name,
              axis: i,
            }),
          ),
        ),
      ),
    );
    $("prices").replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
  }

  function number(value, label, data) {
    const input = element("input", {
      type: "number",
      min: 0,
      step: "any",
      value,
      ariaLabel: label,
    });
    Object.assign(input.dataset, data);
    input.onchange = () => {
      keep(costs());
      watch("cost-error");
    };
    return input;
  }

  function costs() {
    const weights = {},
      prices = {};
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
    watch("cost-error");
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
    $("rows").replaceChildren(
      ...value.map((row) => {
        const shares = row.levels.map((share) => `${Math.round(100 * share)} %`);
        const cells = [
          `${row.solved} of ${row.n}`,
          ...shares,
          fixed(row.cost),
          row.acrr === null ? "–" : fixed(row.acrr),
        ];
        const name = element(
          "th",
          { scope: "row" },
          element("span", { className: `pg-swatch ${e3Chart.colour(row.policy)}` }),
          row.policy,
        );
        return element(
          "tr",
          { className: row.policy === YOURS ? "pg-now" : "" },
          name,
          ...cells.map((cell) => element("td", {}, cell)),
        );
      }),
    );
  }

  function verdict(rows) {
    const rivals = rows.filter(({ policy }) => policy !== "Oracle");
    const place = rivals.findIndex(({ policy }) => policy === YOURS) + 1;
    const { solved, n, acrr } = rivals[place - 1];
    const redundancy = acrr === null ? "" : `, ACRR ${fixed(acrr)}`;
    return `Your policy solves ${solved} of ${n} tasks${redundancy}: place ${place} of ${rivals.length}.`;
  }

  async function tryOut() {
    withCode = true;
    if (!(await watch("trace"))) return say("Python reports an error in your code.");
    say(`Your policy now has a line in the chart. ${$("verdict").textContent}`);
    $("verdict").scrollIntoView({ block: "center" });
  }

  async function example(name) {
    const response = await fetch(new URL(`examples/${name}.py`, folder));
    const before = $("code").value;
    editor.set(await response.text());
    $("undo").hidden = !before;
    $("undo").onclick = () => {
      editor.set(before);
      $("undo").hidden = true;
    };
  }

  // Small tools ------------------------------------------------------------------------------

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }
  function show(name, text) {
    $(name).textContent = text ?? "";
    $(name).hidden = !text;
  }

  // Wiring -----------------------------------------------------------------------------------

  if (location.protocol === "file:") {
    $("start").disabled = true;
    $("example").disabled = true;
    say(
      "You opened this page from a folder, and browsers let no page start Python from there. Type “make serve” in the book's folder and open the address it prints.",
    );
    return;
  }
  const redraw = () => {
    if (runs.length) drawChart(+$("step").value);
  };
  $("start").onclick = () => start().catch(() => {});
  $("stop").onclick = () => stop().catch(() => {});
  $("task").onchange = () => pick();
  $("use").onclick = () => pick($("query").value);
  $("restore").onclick = () => pick();
  $("file").onchange = () => drawFile();
  $("reveal").onchange = () => drawFile();
  $("step").oninput = () => {
    pause();
    goTo(+$("step").value);
  };
  $("back").onclick = () => {
    pause();
    goTo(Math.max(0, +$("step").value - 1));
  };
  $("next").onclick = () => {
    pause();
    goTo(Math.min(followed().steps.length, +$("step").value + 1));
  };
  $("zoom").onchange = redraw;
  $("play").onclick = play;
  $("reset").onclick = reset;
  $("score").onclick = score;
  $("try").onclick = tryOut;
  $("example").onchange = ({ target }) => {
    if (target.value) example(target.value);
    target.value = "";
  };
  new ResizeObserver(redraw).observe($("chart"));
  if (kept.code) editor.set(kept.code);
  else example("search_and_edit");
})();
