// A text area for Python: line numbers, indenting with Tab and Enter, Escape then Tab to leave.
function e3Editor(area, numbers, { changed, submit }) {
  let leaving = false; // Escape was pressed: the next Tab moves on

  const before = () => area.value.slice(0, area.selectionStart);
  const line = () => before().split("\n").at(-1);

  // execCommand keeps the browser's own undo, which setRangeText forgets.
  const insert = (text) => document.execCommand("insertText", false, text);

  function update() {
    const count = area.value.split("\n").length;
    numbers.textContent = Array.from({ length: count }, (_, i) => i + 1).join("\n");
    changed(area.value);
  }

  function dedent() {
    const caret = area.selectionStart;
    const start = before().lastIndexOf("\n") + 1;
    const spaces = area.value.slice(start).match(/^ {0,4}/)[0].length;
    area.setRangeText("", start, start + spaces);
    const place = Math.max(start, caret - spaces);
    area.setSelectionRange(place, place);
    update();
  }

  const keys = {
    Tab: (shift) => (shift ? dedent() : insert(" ".repeat(4 - (line().length % 4)))),
    Enter: () => insert("\n" + line().match(/^ */)[0] + (/:\s*$/.test(line()) ? "    " : "")),
  };

  area.oninput = update;
  area.onscroll = () => {
    numbers.scrollTop = area.scrollTop;
  };
  area.onkeydown = (event) => {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key === "Tab" && leaving ? "" : event.key;
    leaving = event.key === "Escape";
    if (command && key !== "Enter") return;
    if (!(key in keys)) return;
    event.preventDefault();
    if (command) submit();
    else keys[key](event.shiftKey);
  };

  return {
    set(text) {
      area.value = text;
      update();
    },
  };
}
