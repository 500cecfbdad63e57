// The interactive basin of chapter 10: mouse, touch, keyboard, and what it says in words.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./site.mjs";

let site, browser;
before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
});

async function chapter(options) {
  const { page, wrong } = await open(browser, options);
  await page.goto(`${site.address}/book/10_power_flow.html`);
  await page.locator(".basin canvas").scrollIntoViewIfNeeded();
  const said = () => page.textContent(".basin-said");
  const share = async () =>
    parseFloat((await page.textContent(".basin-legend li")).match(/([\d.]+) %/)[1]);
  return { page, wrong, said, share };
}

test("it begins at the flat start, and says so in words", async () => {
  const { page, wrong, said } = await chapter();
  assert.match(
    await said(),
    /From θ2 = 0.00 rad and V2 = 1.00 p.u. .* reaches x\* after 3 updates/,
  );
  assert.equal(await page.locator(".basin tbody tr").count(), 4);
  assert.match(await page.getAttribute(".basin canvas", "aria-label"), /per cent reach x\*/);
  assert.deepEqual(wrong, []);
});

test("the arrow keys move the start", async () => {
  const { page, said } = await chapter();
  await page.focus(".basin canvas");
  for (let i = 0; i < 30; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  assert.match(await said(), /From θ2 = 1.50 rad and V2 = 1.05 p.u./);
  assert.doesNotMatch(await said(), /reaches x\*/);
});

test("a number typed in is where it starts", async () => {
  const { page, said } = await chapter();
  await page.fill(".basin [name=angle]", "-0.4");
  assert.match(await said(), /From θ2 = -0.40 rad/);
});

test("a heavier load leaves fewer starts, and a looser word counts more of them", async () => {
  const { page, share } = await chapter();
  const light = await share();
  await page.selectOption(".basin [name=colour]", "any");
  assert.ok((await share()) > 5 * light);
  await page.selectOption(".basin [name=colour]", "attractor");
  await page.fill(".basin [name=loading]", "3.5");
  await page.waitForFunction(() => document.querySelector(".basin output").value === "3.5");
  await page.waitForTimeout(1500);
  assert.ok((await share()) < light / 2);
});

test("on a phone a tap chooses the start and nothing is wider than the screen", async () => {
  const { page, said } = await chapter({
    viewport: { width: 375, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const before = await said();
  await page.locator(".basin canvas").tap({ position: { x: 280, y: 60 } });
  assert.notEqual(await said(), before);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375);
});
