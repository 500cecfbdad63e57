// Run every test file, two at a time; the last line says how many passed and failed.
import { readdirSync } from "node:fs";
import { compose } from "node:stream";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const files = readdirSync(".").filter((name) => name.endsWith(".test.mjs"));
const counts = { passed: 0, failed: 0 };
const tests = run({
  files: files.map((name) => `${process.cwd()}/${name}`),
  concurrency: 2,
  timeout: 300_000,
});
tests.on("test:pass", ({ skip }) => (counts.passed += skip === undefined ? 1 : 0));
tests.on("test:fail", () => counts.failed++);
compose(tests, new spec()).on("end", finish).pipe(process.stdout);

function finish() {
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed || !counts.passed ? 1 : 0;
}
