// What a reader does anywhere: search, dark mode, unfold, weigh, filter, read offline, follow links.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { LinkChecker } from "linkinator";
import { SITE, launch, none, open, serve } from "./site.mjs";

let site, browser;
before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
});

test("the search finds a term and leads to it", async () => {
  const { page, wrong } = await open(browser);
  await page.goto(`${site.address}/book/index.html`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("oracle");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#search-results li a");
  await page.click("#search-results li a");
  assert.match(await page.textContent("main"), /oracle/i);
  none(wrong);
});

test("dark mode is one click away and stays on the next page", async () => {
  const { page } = await open(browser, { colorScheme: "light" });
  await page.goto(`${site.address}/book/index.html`);
  const brightness = () =>
    page.evaluate(() => {
      const [red, green, blue] = getComputedStyle(document.body)
        .backgroundColor.match(/\d+/g)
        .map(Number);
      return (red + green + blue) / 3;
    });
  assert.ok((await brightness()) > 200);
  for (let clicks = 0; clicks < 3 && (await brightness()) > 60; clicks++)
    await page.click("button.theme-switch-button:visible");
  assert.ok((await brightness()) < 60);
  await Promise.all([page.waitForNavigation(), page.click("a.right-next")]);
  assert.ok((await brightness()) < 60);
});

test("a folded solution opens with the mouse and with the keyboard", async (t) => {
  const { page } = await open(browser);
  const chapter = await firstWith(page, "main .toggle-button");
  if (!chapter) return t.skip("no page has a folded solution");
  const box = page.locator("main .admonition.toggle").first();
  const button = box.locator(".toggle-button").first();
  assert.match(await box.getAttribute("class"), /toggle-hidden/);
  await button.click();
  assert.doesNotMatch(await box.getAttribute("class"), /toggle-hidden/);
  await button.focus();
  await page.keyboard.press("Enter");
  assert.match(await box.getAttribute("class"), /toggle-hidden/);
});

test("the page of weights answers to a button and to the arrow keys", async () => {
  const { page, wrong } = await open(browser);
  await page.goto(`${site.address}/book/weights.html`);
  const said = () => page.textContent(".weights-said");
  const [ofThePaper, files] = [await said(), page.locator("#w-delta-value")];
  await page.click(".weights-presets button:text('free files')");
  assert.equal(await files.textContent(), "0");
  assert.notEqual(await said(), ofThePaper);
  await page.press("#w-delta", "ArrowRight");
  assert.notEqual(await files.textContent(), "0");
  none(wrong);
});

test("the scoreboard shows the numbers that the words name, and the address keeps them", async () => {
  const { page, wrong } = await open(browser);
  await page.goto(`${site.address}/book/scoreboard.html`);
  const rows = page.locator("#scoreboard-filter ~ * tr:visible:has(td)");
  const all = await rows.count();
  await page.fill("#scoreboard-filter input[type=search]", "gmail.e3 cost");
  const some = await rows.count();
  assert.ok(0 < some && some < all, `${some} of ${all}`);
  await page.reload();
  assert.equal(await rows.count(), some);
  none(wrong);
});

test("the book can be read from a plain folder, equations and search included", async () => {
  const { page, wrong } = await open(browser);
  const folder = pathToFileURL(`${SITE}/book/`).href;
  for (const name of readdirSync(`${SITE}/book`).filter(worthReading)) {
    await page.goto(folder + name);
    await page.waitForFunction(
      () => !document.querySelector(".math") || document.querySelector("mjx-container"),
    );
  }
  await page.goto(`${folder}playground.html`);
  assert.match(await page.textContent("#pg-status"), /make serve/);
  none(wrong);
  // From a folder a browser lets the search list the pages, but not quote them.
  await page.goto(new URL("../search.html?q=oracle", folder).href);
  await page.waitForSelector("#search-results li a");
});

test("every internal link and anchor leads somewhere", async () => {
  const { page } = await open(browser);
  const { links } = await new LinkChecker().check({
    path: await contents(page),
    checkFragments: true,
    linksToSkip: async (link) => !link.startsWith(site.address),
  });
  const broken = links.filter(({ state }) => state === "BROKEN");
  none(
    broken.map(({ url, parent }) => `${url.replace(site.address, "")} on ${parent ?? "some page"}`),
  );
  assert.ok(links.length > 50);
});

/** The landing page, a chapter with equations, and every page with a script of its own. */
function worthReading(name) {
  if (["index.html", "03_formulation.html"].includes(name)) return true;
  return name.endsWith(".html") && /<script[^>]+src=/.test(article(name));
}

function article(name) {
  const text = readFileSync(`${SITE}/book/${name}`, "utf8");
  return text.slice(text.indexOf("<article"), text.indexOf("</article>") + 10);
}

async function contents(page) {
  await page.goto(`${site.address}/book/index.html`);
  return page.$$eval(".bd-sidebar-primary a.reference.internal", (links) => [
    ...new Set([location.href, ...links.map(({ href }) => href.split("#")[0])]),
  ]);
}

async function firstWith(page, selector) {
  for (const url of await contents(page)) {
    await page.goto(url);
    if (await page.$(selector)) return url;
  }
  return null;
}
