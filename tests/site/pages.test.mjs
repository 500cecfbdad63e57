// Every page of the book, reached as a reader reaches it: by the link to the next page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, launch, none, open, serve, tooWide } from "./site.mjs";

const names = [];
const measured = [];
let site, browser;
before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
  console.log(["", "  first text   weight  requests  page", ...measured].join("\n"));
});

test("the next-links lead through every page of the contents", async () => {
  let contents;
  for (let next = new URL(`${site.address}/book/index.html`); next;) {
    assert.ok(!names.includes(next.pathname), `${next} comes twice`);
    names.push(next.pathname);
    const html = await (await fetch(next)).text();
    contents ??= [...html.matchAll(/class="reference internal" href="([^"#]+\.html)"/g)];
    const href = html.match(/<a class="right-next"\s+href="([^"]+)"/)?.[1];
    next = href && new URL(href, next);
  }
  none(contents.map(([, href]) => `/book/${href}`).filter((name) => !names.includes(name)));
  assert.ok(names.length > 1);
});

test("every page is sound", { concurrency: 2 }, async (t) => {
  const queue = [...names];
  await Promise.all([1, 2].map(() => reader(t, queue)));
});

/** One reader in one window, who takes page after page from the queue. */
async function reader(t, queue) {
  const { page, wrong } = await open(browser);
  for (let name = queue.shift(); name; name = queue.shift()) {
    await t.test(name, async () => {
      await page.goto(site.address + name);
      await page.waitForFunction(
        () => !document.querySelector(".math") || document.querySelector("mjx-container"),
      );
      measured.push(await weigh(page));
      const found = [...(await narrow(page)), ...(await slide(page)), ...(await wide(page))];
      none([...found, ...wrong.splice(0)]);
    });
  }
}

/** What is wrong at 1440 px: pictures without words, folded parts that stay shut, axe's findings. */
async function wide(page) {
  await page.setViewportSize({ width: 1440, height: 900 });
  const silent = await page.$$eval(
    "main :is(img, [role=img]):not([aria-hidden=true])",
    (pictures) =>
      pictures
        .filter(
          (node) =>
            !/\s/.test((node.getAttribute("alt") ?? node.getAttribute("aria-label") ?? "").trim()),
        )
        .map((node) => `no words for a picture: ${node.src ?? node.id}`),
  );
  const shut = await unfold(page);
  await thin(page);
  await page.addStyleTag({ content: "* { transition: none !important; }" });
  const light = await axe(page);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  const dark = await axe(page, ["color-contrast"]);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "light";
  });
  return [...silent, ...shut, ...light, ...dark.map((finding) => `in the dark, ${finding}`)];
}

/** Of the generated reference, keep the first two entries of a kind: they stand for all. */
function thin(page) {
  return page.$$eval("dl.py ~ dl.py ~ dl.py", (entries) =>
    entries.forEach((entry) => entry.remove()),
  );
}

async function unfold(page) {
  return page.evaluate(() => {
    const shut = [];
    for (const button of document.querySelectorAll("main button.toggle-button")) {
      button.click();
      const box = button.closest(".toggle, .admonition");
      if (box.classList.contains("toggle-hidden"))
        shut.push(`stays folded: ${box.textContent.trim().slice(0, 40)}`);
    }
    for (const summary of document.querySelectorAll("main details:not([open]) > summary")) {
      summary.click();
      if (!summary.parentElement.open)
        shut.push(`stays folded: ${summary.textContent.trim().slice(0, 40)}`);
    }
    return shut;
  });
}

/** The sliders that move nothing when an arrow key is pressed. */
async function slide(page) {
  const dead = [];
  for (const slider of await page.$$("main input[type=range]:enabled:visible")) {
    const before = await pictured(page);
    const atEnd = await slider.evaluate(({ value, max }) => value === max);
    await slider.press(atEnd ? "ArrowLeft" : "ArrowRight");
    await page.waitForTimeout(150);
    if ((await pictured(page)) === before)
      dead.push(`moves nothing: ${await slider.getAttribute("id")}`);
  }
  return dead;
}

/** All that the page shows: its text, its drawings, its canvases. */
function pictured(page) {
  return page.evaluate(() => {
    const canvases = [...document.querySelectorAll("main canvas")].map((canvas) =>
      canvas.toDataURL(),
    );
    return document.querySelector("main").innerHTML + canvases.join();
  });
}

async function narrow(page) {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.waitForTimeout(100);
  return (await tooWide(page)).map((name) => `wider than 375 px: ${name}`);
}

async function weigh(page) {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
  const [bytes, requests, paint] = await page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ];
    const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
    return [
      entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      entries.length,
      first,
    ];
  });
  const columns = [
    `${paint.toFixed(0)} ms`.padStart(12),
    `${(bytes / 1e3).toFixed(0)} kB`.padStart(9),
    String(requests).padStart(9),
  ];
  return `${columns.join("")}  ${new URL(page.url()).pathname}`;
}
