// Filters the scoreboard by text and verdict. Without this script the whole table is shown.
const form = document.querySelector("#scoreboard-filter");
const rows = [...document.querySelectorAll("tr.e3-exact, tr.e3-close, tr.e3-off, tr.e3-recorded")]
  .filter((row) => form.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
const boxes = [...form.querySelectorAll("input[type=checkbox]")];
const search = form.querySelector("input[type=search]");
const count = form.querySelector("[role=status]");

/** Show the rows that hold every word of the search and whose verdict is ticked. */
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const ticked = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !ticked.has(row.className.slice(3)) || !words.every((word) => text.includes(word));
    shown += !row.hidden;
  }
  count.textContent = `${shown} of ${rows.length} numbers`;
  if (!shown) count.textContent += "; try fewer words or tick more verdicts";
  remember();
}

/** Keep the filter in the address, so that it can be linked to: scoreboard.html?words=main.e3 */
function remember() {
  const address = new URL(location.href);
  const left = boxes.filter((box) => !box.checked).map((box) => box.value);
  for (const [key, value] of [["words", search.value.trim()], ["without", left.join(" ")]]) {
    if (value) address.searchParams.set(key, value);
    else address.searchParams.delete(key);
  }
  history.replaceState(null, "", address);
}

function recall() {
  const wanted = new URL(location.href).searchParams;
  search.value = wanted.get("words") ?? "";
  const left = (wanted.get("without") ?? "").split(" ");
  for (const box of boxes) box.checked = !left.includes(box.value);
}

recall();
for (const box of boxes) {
  const total = rows.filter((row) => row.className === `e3-${box.value}`).length;
  box.parentElement.append(` (${total})`);
}
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", filter);
form.addEventListener("reset", () => setTimeout(filter));
form.hidden = false;
filter();
