// The interactive basin of chapter 10: choose where Newton-Raphson starts, see where it ends.
// The solver is that of e3lib/powerflow/many.py; tests/test_powerflow_page.py compares the two.
"use strict";

const basin = (() => {
  const SLACK = 1.05, TOLERANCE = 1e-8, UPDATES = 12, SAME = 1e-3;
  const LINES = [[0, 1, 0.02, 0.04], [0, 2, 0.01, 0.03], [1, 2, 0.0125, 0.025]];
  const LOADS = [[2.566, 1.102], [1.386, 0.452]];
  const ATTRACTORS = ["x*", "another point, V > 0", "a point with V < 0", "none in time"];

  // Complex numbers are pairs [real, imaginary].
  const mul = (a, b) => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
  const add = (a, b) => [a[0] + b[0], a[1] + b[1]];
  const sub = (a, b) => [a[0] - b[0], a[1] - b[1]];
  const div = (a, b) => {
    const size = b[0] * b[0] + b[1] * b[1];
    return [(a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size];
  };

  const Y = [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]; // Ybus of buses 1 and 2
  const FEED = [[0, 0], [0, 0]]; // what the slack bus adds to their currents
  const B = [[0, 0], [0, 0]]; // of the DC approximation
  for (const [i, k, r, x] of LINES) {
    const y = div([1, 0], [r, x]);
    for (const [a, b] of [[i, k], [k, i]]) {
      if (a === 0) continue;
      Y[a - 1][a - 1] = add(Y[a - 1][a - 1], y);
      B[a - 1][a - 1] += 1 / x;
      if (b === 0) FEED[a - 1] = sub(FEED[a - 1], mul(y, [SLACK, 0]));
      else { Y[a - 1][b - 1] = sub(Y[a - 1][b - 1], y); B[a - 1][b - 1] -= 1 / x; }
    }
  }
  const DET = sub(mul(Y[0][0], Y[1][1]), mul(Y[0][1], Y[1][0]));
  const Z = [
    [div(Y[1][1], DET), div(sub([0, 0], Y[0][1]), DET)],
    [div(sub([0, 0], Y[1][0]), DET), div(Y[0][0], DET)],
  ];

  const flatStart = () => [0, 0, 1, 1];

  function dcStart(loading) {
    const p = LOADS.map((load) => -load[0] * loading);
    const det = B[0][0] * B[1][1] - B[0][1] * B[1][0];
    return [(B[1][1] * p[0] - B[0][1] * p[1]) / det, (B[0][0] * p[1] - B[1][0] * p[0]) / det, 1, 1];
  }

  // Newton-Raphson from `start` = [angle 1, angle 2, magnitude 1, magnitude 2]. Returns the end; `path`
  // and `sizes` also take every iterate and its largest mismatch. Written out number by number, because
  // a map is a quarter of a million steps: a name that ends in r is a real part, in i an imaginary one.
  function newton(start, loading, updates = UPDATES, path = [], sizes = []) {
    let [t1, t2, v1, v2] = start;
    const [[[Ar, Ai], [Br, Bi]], [, [Cr, Ci]]] = Y, [[Fr, Fi], [Gr, Gi]] = FEED;
    const [[[Kr, Ki], [Lr, Li]], [, [Nr, Ni]]] = Z;
    const [[P1, Q1], [P2, Q2]] = LOADS;
    for (let count = 0; ; count++) {
      const e1 = v1 * Math.cos(t1), f1 = v1 * Math.sin(t1), e2 = v2 * Math.cos(t2), f2 = v2 * Math.sin(t2);
      const i1r = Ar * e1 - Ai * f1 + Br * e2 - Bi * f2 + Fr, i1i = Ar * f1 + Ai * e1 + Br * f2 + Bi * e2 + Fi;
      const i2r = Br * e1 - Bi * f1 + Cr * e2 - Ci * f2 + Gr, i2i = Br * f1 + Bi * e1 + Cr * f2 + Ci * e2 + Gi;
      const p1 = -P1 * loading - e1 * i1r - f1 * i1i, q1 = -Q1 * loading - f1 * i1r + e1 * i1i;
      const p2 = -P2 * loading - e2 * i2r - f2 * i2i, q2 = -Q2 * loading - f2 * i2r + e2 * i2i;
      const size = Math.max(Math.abs(p1), Math.abs(q1), Math.abs(p2), Math.abs(q2));
      path.push([t1, t2, v1, v2]);
      sizes.push(size);
      if (!(size >= TOLERANCE) || count === updates)
        return { x: [t1, t2, v1, v2], updates: count, converged: size < TOLERANCE, path, sizes };
      // g = 1 / conj(V), D = I g, r = conj(dS) g
      const g1r = e1 / (v1 * v1), g1i = f1 / (v1 * v1), g2r = e2 / (v2 * v2), g2i = f2 / (v2 * v2);
      const d1r = i1r * g1r - i1i * g1i, d1i = i1r * g1i + i1i * g1r;
      const d2r = i2r * g2r - i2i * g2i, d2i = i2r * g2i + i2i * g2r;
      const r1r = p1 * g1r + q1 * g1i, r1i = p1 * g1i - q1 * g1r;
      const r2r = p2 * g2r + q2 * g2i, r2i = p2 * g2i - q2 * g2r;
      // M = Z D = [[m, n], [s, t]] and h = Z r
      const mr = Kr * d1r - Ki * d1i, mi = Kr * d1i + Ki * d1r, nr = Lr * d2r - Li * d2i, ni = Lr * d2i + Li * d2r;
      const sr = Lr * d1r - Li * d1i, si = Lr * d1i + Li * d1r, tr = Nr * d2r - Ni * d2i, ti = Nr * d2i + Ni * d2r;
      const h1r = Kr * r1r - Ki * r1i + Lr * r2r - Li * r2i, h1i = Kr * r1i + Ki * r1r + Lr * r2i + Li * r2r;
      const h2r = Lr * r1r - Li * r1i + Nr * r2r - Ni * r2i, h2i = Lr * r1i + Li * r1r + Nr * r2i + Ni * r2r;
      // (1 - M conj(M)) dV = h - M conj(h), with 1 - M conj(M) = [[a, -b], [-c, d]]
      const w1r = h1r - mr * h1r - mi * h1i - nr * h2r - ni * h2i, w1i = h1i - mi * h1r + mr * h1i - ni * h2r + nr * h2i;
      const w2r = h2r - sr * h1r - si * h1i - tr * h2r - ti * h2i, w2i = h2i - si * h1r + sr * h1i - ti * h2r + tr * h2i;
      const ar = 1 - mr * mr - mi * mi - nr * sr - ni * si, ai = nr * si - ni * sr;
      const br = mr * nr + mi * ni + nr * tr + ni * ti, bi = mi * nr - mr * ni + ni * tr - nr * ti;
      const cr = sr * mr + si * mi + tr * sr + ti * si, ci = si * mr - sr * mi + ti * sr - tr * si;
      const dr = 1 - sr * nr - si * ni - tr * tr - ti * ti, di = sr * ni - si * nr;
      const det = ar * dr - ai * di - br * cr + bi * ci; // real: the determinant of the Jacobian
      const x1r = (dr * w1r - di * w1i + br * w2r - bi * w2i) / det, x1i = (dr * w1i + di * w1r + br * w2i + bi * w2r) / det;
      const x2r = (cr * w1r - ci * w1i + ar * w2r - ai * w2i) / det, x2i = (cr * w1i + ci * w1r + ar * w2i + ai * w2r) / det;
      // dV / V = dv / v + j dtheta
      t1 += x1i * g1r - x1r * g1i;
      t2 += x2i * g2r - x2r * g2i;
      v1 *= 1 + x1r * g1r + x1i * g1i;
      v2 *= 1 + x2r * g2r + x2i * g2i;
    }
  }

  function xStar(loading) {
    return newton(dcStart(loading), loading, 30).x;
  }

  function attractor({ x, converged }, star) {
    if (!converged) return 3;
    if (x.every((value, i) => Math.abs(value - star[i]) < SAME)) return 0;
    return x[2] > 0 && x[3] > 0 ? 1 : 2;
  }

  // Bus 2 starts at each (angle, magnitude), bus 1 at its solution.
  function map(angles, magnitudes, loading) {
    const star = xStar(loading), ends = new Uint8Array(angles.length * magnitudes.length);
    const updates = new Uint8Array(ends.length);
    let at = 0;
    for (const v of magnitudes) for (const angle of angles) {
      const found = newton([star[0], angle, star[2], v], loading);
      ends[at] = attractor(found, star);
      updates[at++] = found.updates;
    }
    return { star, ends, updates };
  }

  return { ATTRACTORS, attractor, dcStart, flatStart, map, newton, xStar };
})();

if (typeof module !== "undefined") module.exports = basin;

// ---- The page ------------------------------------------------------------------------------------

if (typeof document !== "undefined") {
  const SIDE = 160, LEFT = -3.2, RIGHT = 3.2, LOW = -0.5, HIGH = 2.5;
  const line = (from, to) => Array.from({ length: SIDE }, (_, i) => from + ((to - from) * i) / (SIDE - 1));
  const ANGLES = line(LEFT, RIGHT), MAGNITUDES = line(LOW, HIGH);
  const COUNTED = { attractor: [0, 1, 2], star: [0], positive: [0, 1], any: [0, 1, 2] };

  const build = (root) => {
    root.innerHTML = `
      <form class="basin-controls">
        <label>Loading <output name="load">1.0</output>
          <input name="loading" type="range" min="0.5" max="3.7" step="0.1" value="1"></label>
        <label>Colour by
          <select name="colour">
            <option value="attractor">where it ends</option>
            <option value="star">converged to x*</option>
            <option value="positive">converged to V &gt; 0</option>
            <option value="any">converged to any solution</option>
          </select></label>
        <label>Start: θ2, rad <input name="angle" type="number" min="${LEFT}" max="${RIGHT}" step="0.05" value="0"></label>
        <label>V2, p.u. <input name="magnitude" type="number" min="${LOW}" max="${HIGH}" step="0.05" value="1"></label>
      </form>
      <canvas tabindex="0" role="img" aria-describedby="basin-said"></canvas>
      <ul class="basin-legend" aria-label="Colours"></ul>
      <p id="basin-said" class="basin-said" aria-live="polite"></p>
      <details><summary>The path as a table</summary>
        <div class="e3-table" role="region" tabindex="0" aria-label="Newton's path"><table>
          <thead><tr><th scope="col">update</th><th scope="col">θ2, rad</th><th scope="col">V2, p.u.</th><th scope="col">largest mismatch, p.u.</th></tr></thead>
          <tbody></tbody></table></div></details>`;
    const form = root.querySelector("form"), canvas = root.querySelector("canvas");
    const said = root.querySelector(".basin-said"), rows = root.querySelector("tbody");
    const field = form.elements, picture = document.createElement("canvas");
    let found, drawn;

    const colours = () => {
      const style = getComputedStyle(root);
      return ["--e3-e3", "--e3-ar", "--e3-react", "--basin-none"].map((name) => style.getPropertyValue(name).trim());
    };
    const rgb = (colour) => colour.match(/\w\w/g).map((hex) => parseInt(hex, 16));
    const number = (input, low, high) => {
      const value = parseFloat(input.value);
      return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : (low + high) / 2;
    };
    const loading = () => parseFloat(field.loading.value);
    const counts = (end) => COUNTED[field.colour.value].includes(end);

    function paint() { // the map itself, one pixel a start
      const palette = colours().map(rgb), white = field.colour.value === "attractor" ? 0.55 : 0.75;
      picture.width = picture.height = SIDE;
      const context = picture.getContext("2d"), image = context.createImageData(SIDE, SIDE);
      found.ends.forEach((end, i) => {
        const row = SIDE - 1 - Math.floor(i / SIDE), at = 4 * (row * SIDE + (i % SIDE));
        const own = field.colour.value === "attractor" ? end : counts(end) ? 0 : 3;
        const pale = own === 0 ? white * Math.min(1, Math.max(0, found.updates[i] - 2) / 10) : 0;
        palette[own].forEach((value, c) => { image.data[at + c] = value + (255 - value) * pale; });
        image.data[at + 3] = 255;
      });
      context.putImageData(image, 0, 0);
    }

    function legend() {
      const all = field.colour.value === "attractor";
      const share = [0, 1, 2, 3].map((k) => found.ends.filter((end) => end === k).length / found.ends.length);
      const yes = COUNTED[field.colour.value].reduce((sum, k) => sum + share[k], 0);
      const items = all ? basin.ATTRACTORS.map((name, k) => [k, name, share[k]]) : [[0, "converged", yes], [3, "not converged", 1 - yes]];
      root.querySelector(".basin-legend").innerHTML = items
        .map(([k, name, part]) => `<li><i style="background:${colours()[k]}"></i>${name.replace("<", "&lt;")}: ${(100 * part).toFixed(1)} %</li>`)
        .join("");
    }

    function draw() { // the map, the path and the marks
      const width = canvas.clientWidth, height = Math.round(width * 0.72), ratio = devicePixelRatio || 1;
      if (!width) return;
      canvas.width = width * ratio; canvas.height = height * ratio;
      const pen = canvas.getContext("2d"), ink = getComputedStyle(root).getPropertyValue("color");
      const box = { left: 38, top: 6, right: width - 6, bottom: height - 40 };
      const px = (angle) => box.left + ((angle - LEFT) / (RIGHT - LEFT)) * (box.right - box.left);
      const py = (v) => box.bottom - ((v - LOW) / (HIGH - LOW)) * (box.bottom - box.top);
      drawn = { box, width };
      pen.scale(ratio, ratio);
      pen.imageSmoothingEnabled = false;
      pen.drawImage(picture, box.left, box.top, box.right - box.left, box.bottom - box.top);
      pen.fillStyle = ink; pen.font = "13px sans-serif"; pen.textAlign = "center";
      [-3, -2, -1, 0, 1, 2, 3].forEach((t) => pen.fillText(String(t).replace("-", "−"), px(t), box.bottom + 17));
      pen.fillText("θ2 of the start, rad", (box.left + box.right) / 2, box.bottom + 35);
      pen.textAlign = "right";
      [0, 1, 2].forEach((t) => pen.fillText(String(t), box.left - 6, py(t) + 4));
      pen.fillText("V2", box.left - 6, box.top + 12);
      pen.save();
      pen.beginPath(); pen.rect(box.left, box.top, box.right - box.left, box.bottom - box.top); pen.clip();
      const points = trace().path.map((x) => [px(x[1]), py(x[3])]);
      for (const [style, thick] of [["#000", 4], ["#fff", 2]]) {
        pen.strokeStyle = style; pen.lineWidth = thick; pen.beginPath();
        points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
        pen.stroke();
      }
      points.forEach(([x, y], i) => disc(pen, x, y, i ? 3.5 : 7, i ? "#fff" : "#e69f00"));
      star(pen, px(found.star[1]), py(found.star[3]));
      pen.restore();
    }

    const disc = (pen, x, y, radius, fill) => {
      pen.beginPath(); pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fillStyle = fill; pen.fill(); pen.lineWidth = 1.5; pen.strokeStyle = "#000"; pen.stroke();
    };
    const star = (pen, x, y) => {
      pen.beginPath();
      for (let i = 0; i < 10; i++) {
        const r = i % 2 ? 4 : 9, turn = (i * Math.PI) / 5 - Math.PI / 2;
        pen.lineTo(x + r * Math.cos(turn), y + r * Math.sin(turn));
      }
      pen.closePath(); pen.fillStyle = "#fff"; pen.fill(); pen.lineWidth = 1.5; pen.strokeStyle = "#000"; pen.stroke();
    };

    const trace = () => basin.newton(
      [found.star[0], number(field.angle, LEFT, RIGHT), found.star[2], number(field.magnitude, LOW, HIGH)], loading());

    function say() {
      const run = trace(), end = basin.attractor(run, found.star), updates = run.updates;
      const ends = [
        `reaches x* after ${updates} updates`,
        `ends after ${updates} updates at another solution, with both magnitudes above 0`,
        `ends after ${updates} updates at a solution with a negative magnitude`,
        `has reached no solution after ${updates} updates`,
      ];
      const [, angle, , magnitude] = run.path[0];
      const own = (found.ends.filter((k) => k === 0).length / found.ends.length) * 100;
      said.textContent = `From θ2 = ${angle.toFixed(2)} rad and V2 = ${magnitude.toFixed(2)} p.u. Newton-Raphson ${ends[end]}.`;
      canvas.setAttribute("aria-label", `Map of starts at loading ${loading().toFixed(1)}: ${own.toFixed(1)} per cent reach x*, `
        + "in one oval patch around it and a few splinters. Arrow keys move the start.");
      rows.innerHTML = run.path.map((x, i) =>
        `<tr><th scope="row">${i}</th><td class="e3-num">${x[1].toFixed(3)}</td><td class="e3-num">${x[3].toFixed(3)}</td><td class="e3-num">${run.sizes[i].toExponential(1)}</td></tr>`).join("");
    }

    const move = () => { draw(); say(); };
    const recolour = () => { paint(); legend(); move(); };
    const recompute = () => {
      field.load.value = loading().toFixed(1);
      found = basin.map(ANGLES, MAGNITUDES, loading());
      recolour();
    };
    const place = (angle, magnitude) => {
      field.angle.value = Math.min(RIGHT, Math.max(LEFT, angle)).toFixed(2);
      field.magnitude.value = Math.min(HIGH, Math.max(LOW, magnitude)).toFixed(2);
      move();
    };
    const point = (event) => {
      const { box } = drawn, at = canvas.getBoundingClientRect();
      place(
        LEFT + ((event.clientX - at.left - box.left) / (box.right - box.left)) * (RIGHT - LEFT),
        LOW + ((box.bottom - (event.clientY - at.top)) / (box.bottom - box.top)) * (HIGH - LOW));
    };

    let waiting;
    field.loading.addEventListener("input", () => {
      field.load.value = loading().toFixed(1);
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(recompute);
    });
    field.colour.addEventListener("change", recolour);
    for (const input of [field.angle, field.magnitude]) input.addEventListener("input", move);
    form.addEventListener("submit", (event) => event.preventDefault());
    canvas.addEventListener("pointerdown", point);
    canvas.addEventListener("pointermove", (event) => event.buttons && event.pointerType === "mouse" && point(event));
    canvas.addEventListener("keydown", (event) => {
      const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] || [0, 0];
      if (!x && !y) return;
      event.preventDefault();
      place(parseFloat(field.angle.value) + 0.05 * x, parseFloat(field.magnitude.value) + 0.05 * y);
    });
    new MutationObserver(recolour).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    new ResizeObserver(draw).observe(canvas);
    recompute();
  };

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".basin").forEach(build));
}
