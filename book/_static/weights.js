// The page of weights: four sliders, and what every policy then costs on the tasks of MSE-Bench.
// The axes come from the study (weights-data.js); tests/test_weights_page.py compares the sums.
"use strict";

const weights = (() => {
  const DEFAULT = { alpha: 1, beta: 0.02, gamma: 0.5, delta: 1.5 };
  const ORACLE = "Oracle";

  const scalar = (axes, w) =>
    w.alpha * axes[0] + w.beta * axes[1] + w.gamma * axes[2] + w.delta * axes[3];
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

  // Mean C, share solved and mean ACRR over solved tasks of each policy, as metrics.summarize has
  // them; ACRR is null where a policy solves nothing or some task's minimum is zero.
  const summarize = (data, w) => {
    const floor = data[ORACLE].axes.map((axes) => scalar(axes, w));
    return Object.entries(data).map(([policy, { solved, axes }]) => {
      const costs = axes.map((task) => scalar(task, w));
      const ratios = costs.map((cost, i) => cost / floor[i] - 1).filter((_, i) => solved[i]);
      const acrr = ratios.length && floor.every((c) => c > 0) ? mean(ratios) : null;
      return { policy, cost: mean(costs), success: mean(solved), acrr };
    });
  };

  // The verdict in a sentence: the cheapest policy that solves every task, and the runner-up.
  const verdict = (rows) => {
    const reliable = rows.filter((row) => row.success === 1 && row.policy !== ORACLE)
      .sort((a, b) => a.cost - b.cost);
    const [best, next] = reliable;
    if (best.cost === 0) return "These weights charge nothing for what was done.";
    if (next.cost - best.cost < 0.005) return `${best.policy} and ${next.policy} cost the same, ${best.cost.toFixed(2)}.`;
    const less = 100 * (1 - best.cost / next.cost);
    return `${best.policy} is the cheapest policy that solves every task: ${best.cost.toFixed(2)}, ` +
      `${less.toFixed(1)} % less than ${next.policy}.`;
  };

  return { DEFAULT, summarize, verdict };
})();

if (typeof module !== "undefined") module.exports = weights;

if (typeof document !== "undefined") {
  const box = document.querySelector(".weights");
  const SLIDERS = {
    alpha: ["α, a second", 2, 0.05], beta: ["β, a token", 0.1, 0.002],
    gamma: ["γ, a tool call", 3, 0.05], delta: ["δ, a file read in full", 3, 0.05],
  };
  const PRESETS = {
    "the paper's": weights.DEFAULT,
    "free files": { ...weights.DEFAULT, delta: 0 },
    "dear calls, free files": { ...weights.DEFAULT, gamma: 3, delta: 0 },
    "tokens alone": { alpha: 0, beta: 0.02, gamma: 0, delta: 0 },
  };
  const COLOURS = {
    "Max-Context-First": "mcf", "Fixed ReAct": "react", "Adaptive Retrieval": "ar", E3: "e3", Oracle: "oracle",
  };
  const sliders = Object.entries(SLIDERS).map(([name, [label, max, step]]) => `
    <label for="w-${name}">${label}</label>
    <input id="w-${name}" type="range" min="0" max="${max}" step="${step}">
    <output id="w-${name}-value" for="w-${name}"></output>`).join("");
  const presets = Object.keys(PRESETS).map((name) => `<button type="button">${name}</button>`).join("");
  box.innerHTML = `
    <div class="weights-sliders">${sliders}</div>
    <p class="weights-presets"><span>Weights:</span> ${presets}</p>
    <p class="weights-said" role="status" aria-live="polite"></p>
    <div class="e3-table" role="region" tabindex="0" aria-label="Policies under these weights, cheapest first">
    <table><caption>Policies under these weights, cheapest first</caption><thead><tr>
    <th scope="col">Policy</th><th scope="col" class="e3-num">C</th><th scope="col" class="e3-num">ACRR</th>
    <th scope="col" class="e3-num">Solved %</th></tr></thead><tbody></tbody></table></div>`;

  const input = (name) => box.querySelector(`#w-${name}`);
  const chosen = () =>
    Object.fromEntries(Object.keys(SLIDERS).map((name) => [name, Number(input(name).value)]));

  const show = () => {
    const w = chosen();
    for (const name of Object.keys(SLIDERS)) {
      box.querySelector(`#w-${name}-value`).textContent = String(w[name]);
    }
    const rows = weights.summarize(WEIGHTS_DATA, w).sort((a, b) => a.cost - b.cost);
    const most = rows[rows.length - 1].cost || 1;
    box.querySelector("tbody").innerHTML = rows.map(({ policy, cost, acrr, success }) => `<tr>
      <th scope="row">${policy}<i style="width:${(100 * cost / most).toFixed(1)}%;background:var(--e3-${COLOURS[policy]})"></i></th>
      <td class="e3-num">${cost.toFixed(2)}</td><td class="e3-num">${acrr === null ? "–" : acrr.toFixed(2)}</td>
      <td class="e3-num">${(100 * success).toFixed(1)}</td></tr>`).join("");
    box.querySelector(".weights-said").textContent = weights.verdict(rows);
  };
  const set = (w) => {
    for (const name of Object.keys(SLIDERS)) input(name).value = w[name];
    show();
  };

  box.addEventListener("input", show);
  box.querySelector(".weights-presets").addEventListener("click", ({ target }) => {
    if (target.tagName === "BUTTON") set(PRESETS[target.textContent]);
  });
  set(weights.DEFAULT);
}
