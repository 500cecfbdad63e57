// The Playground, used as a reader uses it. One page for all tests: Python starts once.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { after, before, test } from "node:test";
import { SITE, axe, launch, none, open, serve, tooWide } from "./site.mjs";

const published = Object.fromEntries(
  readFileSync("../../e3lib/published.csv", "utf8")
    .trim()
    .split("\n")
    .map((line) => [line.split(",")[0], line]),
);
const ENDLESS = "def policy(query, env):\n    while True:\n        pass\n";
let site, browser, page, wrong;

before(async () => {
  site = await serve();
  browser = await launch();
  ({ page, wrong } = await open(browser));
  await page.goto(`${site.address}/book/playground.html`);
});
after(async () => {
  await browser?.close();
  site?.close();
});

const text = (name) => page.textContent(`#pg-${name}`);
const status = (pattern) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.getElementById("pg-status").textContent),
    pattern.source,
    { timeout: 60_000 },
  );
const idle = () => page.waitForSelector("#pg-bar[aria-busy=false]", { state: "attached" });
async function code(lines) {
  await page.fill("#pg-code", lines);
  await page.click("#pg-score");
}

test("nothing of Python is loaded before the reader asks for it", async () => {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  none(loaded.filter((name) => /pyodide|e3lib\.whl/.test(name)));
});

test("the page says how much Python weighs", async () => {
  const folder = `${SITE}/_static/vendor/pyodide`;
  const bytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(`${folder}/${name}`).size,
    0,
  );
  assert.match(await text("status"), new RegExp(`Loads ${Math.ceil(bytes / 1e6)} MB`));
});

test("E3 on the Gmail task costs what the paper prints", async () => {
  const begun = performance.now();
  await page.click("#pg-start");
  await status(/^Ready/);
  console.log(
    `  Python and e3lib were ready after ${((performance.now() - begun) / 1e3).toFixed(1)} s`,
  );
  const [cost] = published["gmail.e3.cost"].match(/(?<=,)\d+\.\d+/);
  const [acrr] = published["gmail.e3.acrr"].match(/(?<=,)\d+\.\d+/);
  assert.equal(await text("verdict"), `E3: ${cost} in 4 actions, solved; ACRR ${acrr}.`);
});

test("the mouse follows another policy, the arrow keys walk through its actions", async () => {
  await page.check("input[name=pg-policy][value='Max-Context-First']");
  assert.match(await text("verdict"), /^Max-Context-First: /);
  const last = await text("step-text");
  await page.focus("#pg-step");
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await text("step-text"), last);
  await page.focus("input[name=pg-policy]:checked");
  await page.keyboard.press("ArrowDown");
  assert.match(await text("verdict"), /^Fixed ReAct: /);
});

test("Play goes through the actions by itself", async () => {
  await page.click("#pg-play");
  await page.waitForFunction(() =>
    document.getElementById("pg-step-text").textContent.startsWith("2 of"),
  );
  await page.click("#pg-play");
  assert.equal(await text("play"), "Play");
});

test("a task at level 3 hides a site that no search finds, and reveals it when asked", async () => {
  await page.selectOption("#pg-task", "L3-01");
  await page.waitForFunction(() =>
    /Fixed ReAct.*not solved/.test(document.getElementById("pg-verdict").textContent),
  );
  assert.equal(await page.locator(".pg-line.direct").count(), 0);
  await page.check("#pg-reveal");
  assert.equal(await page.locator(".pg-line.direct").count(), 1);
  assert.match(await text("sites"), /indirect: behind an alias/);
});

test("an instruction of the reader's own makes a task; one that names nothing gets a sentence", async () => {
  await page.selectOption("#pg-task", "L1-gmail");
  await page.fill("#pg-query", "Make it nicer.");
  await page.click("#pg-use");
  await page.waitForSelector("#pg-task-error:not([hidden])");
  assert.match(await text("task-error"), /quote a text/);
  await page.fill("#pg-query", 'Replace "power engineer" with "grid planner" everywhere.');
  await page.click("#pg-use");
  await page.waitForFunction(() =>
    document.getElementById("pg-sites").textContent.includes("index.html:6"),
  );
  assert.ok(await page.isHidden("#pg-task-error"));
  await page.click("#pg-restore");
  await idle();
});

test("weights change every cost; one below zero gets a sentence; the book's come back", async () => {
  await page.check("input[name=pg-policy][value='E3']");
  const before = await text("verdict");
  await setWeight(0);
  assert.notEqual(await text("verdict"), before);
  await setWeight(-1);
  assert.match(await text("cost-error"), /^weight beta is -1; it must be/);
  await page.click("#pg-reset");
  await idle();
  assert.equal(await text("verdict"), before);
  assert.ok(await page.isHidden("#pg-cost-error"));
});

async function setWeight(value) {
  await page.fill("input[data-weight=beta]", String(value));
  await page.press("input[data-weight=beta]", "Tab");
  await idle();
}

test("the reader's policy is scored on all tasks and watched on one", async () => {
  await page.selectOption("#pg-example", "follow_imports");
  await page.waitForFunction(() =>
    document.getElementById("pg-code").value.includes("dependency_trace"),
  );
  await page.click("#pg-score");
  await status(/^Your policy solves 121 of 121 tasks, ACRR 0\.\d\d: place 1 of 5/);
  assert.equal(await page.locator("#pg-rows tr").count(), 6);
  await page.click("#pg-try");
  await status(/^Your policy now has a line in the chart/);
  assert.equal(await page.locator("#pg-chart polyline").count(), 6);
});

test("the editor indents as Python wants it, and Escape then Tab leaves it", async () => {
  await page.fill("#pg-code", "");
  await page.focus("#pg-code");
  await page.keyboard.type("def policy(query, env):\nprint('hi')\n");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.inputValue("#pg-code"), "def policy(query, env):\n    print('hi')\n");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.id), "pg-code");
});

test("a syntax error is shown as Python shows it", async () => {
  await code("def policy(query env):\n    pass\n");
  await status(/^Python reports an error/);
  assert.match(
    await text("trace"),
    /File "your_policy.py", line 1\n.*query env.*\n +\^+\nSyntaxError: /,
  );
});

test("an error while running names the reader's line and the task, and nothing of ours", async () => {
  await code("def policy(query, env):\n    print('before')\n    env.inspect_file('nowhere.py')\n");
  await page.waitForFunction(() =>
    document.getElementById("pg-trace").textContent.includes("nowhere.py"),
  );
  const trace = await text("trace");
  assert.match(trace, /line 3, in policy\n {4}env.inspect_file/);
  assert.match(
    trace,
    /IllegalAction: there is no file 'nowhere.py'\n\(while working on task L1-gmail/,
  );
  assert.doesNotMatch(trace, /bridge\.py|environment\.py"/);
  assert.equal(await text("printed"), "before\n");
});

test("an endless loop can be stopped, and everything works afterwards", async () => {
  await code(ENDLESS);
  await page.waitForSelector("#pg-stop:visible");
  await page.click("#pg-stop");
  await status(/^Stopped and started again/);
  assert.equal(page.workers().length, 1); // the endless one is gone
  assert.equal(await page.inputValue("#pg-code"), ENDLESS);
  await page.selectOption("#pg-example", "search_and_edit");
  await page.waitForFunction(() =>
    document.getElementById("pg-code").value.includes("named_token"),
  );
  await page.click("#pg-score");
  await status(/^Your policy solves 81 of 121/);
});

test("nothing is serious for axe once everything is shown, light or dark", async () => {
  await page.evaluate(() =>
    document.querySelectorAll("main details").forEach((part) => (part.open = true)),
  );
  none(await axe(page));
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  none(await axe(page, ["color-contrast"]));
});

test("on a phone nothing scrolls sideways", async () => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.waitForTimeout(200);
  none(await tooWide(page));
});

test("a reload keeps the reader's code", async () => {
  await page.fill("#pg-code", ENDLESS);
  await page.reload();
  assert.equal(await page.inputValue("#pg-code"), ENDLESS);
});

test("no console error and no request failed or left this computer", () => {
  none(wrong);
});
