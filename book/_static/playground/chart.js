// The running cost of several runs, action by action, as an SVG that fits its box.
const e3Chart = (() => {
  "use strict";
  const COLOURS = {
    "Max-Context-First": "pg-mcf",
    "Fixed ReAct": "pg-react",
    "Adaptive Retrieval": "pg-ar",
    E3: "pg-e3",
    Oracle: "pg-oracle",
    "Your policy": "pg-yours",
  };
  const HEIGHT = 280,
    LEFT = 40,
    RIGHT = 14,
    TOP = 12,
    BOTTOM = 36;

  const colour = (policy) => COLOURS[policy];
  const round = (value) => Number(value.toFixed(2));
  const fixed = (value) => (value + 1e-9).toFixed(2); // 0.585 is 0.59, as on paper

  function draw(box, runs, current, step, zoom) {
    const width = Math.max(280, box.clientWidth);
    const framed = zoom ? [current] : runs;
    const most = Math.max(...framed.map((run) => run.cost), 1e-9);
    const longest = Math.max(...framed.map((run) => run.steps.length), 1);
    const x = (n) => LEFT + (n / longest) * (width - LEFT - RIGHT);
    const y = (cost) => HEIGHT - BOTTOM - (cost / most) * (HEIGHT - TOP - BOTTOM);
    const svg = element("svg", {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: "img",
      "aria-label": spoken(runs),
    });
    svg.append(...axes(width, x, y, ticks(most), ticks(longest).filter(Number.isInteger)));
    for (const run of runs)
      if (run !== current) svg.append(...line(run, run.steps.length, "", x, y));
    svg.append(...line(current, step, "pg-followed", x, y));
    box.replaceChildren(svg);
  }

  function axes(width, x, y, costs, actions) {
    const text = (words, px, py, anchor) =>
      element("text", { class: "pg-tick", x: px, y: py, "text-anchor": anchor }, words);
    const rule = (cost) =>
      element("line", {
        class: "pg-grid-line",
        x1: LEFT,
        x2: width - RIGHT,
        y1: y(cost),
        y2: y(cost),
      });
    return [
      ...costs.flatMap((cost) => [rule(cost), text(cost, LEFT - 6, y(cost) + 4, "end")]),
      ...actions.map((n) => text(n, x(n), HEIGHT - BOTTOM + 16, "middle")),
      text("actions so far", (LEFT + width) / 2, HEIGHT - 4, "middle"),
      text("running cost", LEFT + 6, TOP + 4, "start"),
    ];
  }

  // A run up to an action; at its end a dot, or a cross where the check refused the result.
  function line(run, step, followed, x, y) {
    const shown = run.steps.slice(0, step);
    const points = [[x(0), y(0)], ...shown.map(({ running }, i) => [x(i + 1), y(running)])];
    const [px, py] = points.at(-1);
    const classes = `${colour(run.policy)} ${followed}`;
    const failed = step === run.steps.length && !run.solved;
    return [
      element("polyline", { class: `pg-path ${classes}`, points: points.join(" ") }),
      failed
        ? element("path", {
            class: `pg-path ${classes}`,
            d: `M${px - 5},${py - 5}l10,10m0,-10l-10,10`,
          })
        : element("circle", { class: `pg-dot ${classes}`, cx: px, cy: py, r: followed ? 6 : 4 }),
    ];
  }

  function spoken(runs) {
    const ends = runs.map(
      ({ policy, cost, steps, solved }) =>
        `${policy} ${fixed(cost)} in ${steps.length} actions${solved ? "" : ", not solved"}`,
    );
    return `Running cost by action. ${ends.join("; ")}.`;
  }

  function ticks(most) {
    const rough = most / 4,
      unit = 10 ** Math.floor(Math.log10(rough));
    const step = unit * [1, 2, 5, 10].find((factor) => factor * unit >= rough);
    return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => round(i * step));
  }

  function element(tag, attributes, text = "") {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  }

  return { draw, colour, fixed, round };
})();
