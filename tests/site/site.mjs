// The built site on a local server, and a browser that notes everything that goes wrong in it.
import { AssertionError } from "node:assert";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { chromium } from "playwright-core";

export const SITE = resolve(process.env.SITE || "../../_build/html");
const CHROMIUM = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
  .flatMap((name) => (process.env.PATH ?? "").split(":").map((folder) => join(folder, name)))
  .find(existsSync);
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
];
const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".py": "text/x-python; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Serve the site at 127.0.0.1; returns its address and a function that ends it. */
export async function serve() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname));
    const file = join(SITE, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** A browser without a network beyond this computer. */
export async function launch() {
  if (!CHROMIUM)
    throw new Error(
      "There is no Chromium on the PATH: install it (Debian, Ubuntu: apt-get install chromium).",
    );
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}

/** A page, and the list of what went wrong in it: errors, failed requests, requests to elsewhere. */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on(
    "console",
    (message) => message.type() === "error" && wrong.push(`console: ${message.text()}`),
  );
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "net::ERR_ABORTED") wrong.push(`failed: ${request.url()}`);
  });
  page.on(
    "response",
    (response) =>
      response.status() >= 400 && wrong.push(`HTTP ${response.status()}: ${response.url()}`),
  );
  page.on("request", (request) => {
    if (!/^(data:|blob:|file:|https?:\/\/127\.0\.0\.1[:/])/.test(request.url()))
      wrong.push(`foreign: ${request.url()}`);
  });
  return { page, wrong };
}

/** The serious and critical findings of axe, one line each. */
export async function axe(page, rules) {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.addScriptTag({ path: "node_modules/axe-core/axe.min.js" });
  }
  const options = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  };
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), options);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(" "))
          .join(" | ")} (${nodes.length})`,
    );
}

/** Assert that a list of findings is empty; the message is the findings, one a line. */
export function none(findings) {
  if (findings.length) throw new AssertionError({ message: ["", ...findings].join("\n  ") });
}

/** Elements that make the page wider than the window; empty where nothing scrolls sideways. */
export function tooWide(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll("main *")]
      .filter((node) => node.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map((node) => `${node.tagName.toLowerCase()}.${node.className}`);
  });
}
