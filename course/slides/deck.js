// Arrow keys, space, Home and End move; N shows the notes; S opens a second window that follows.
const slides = [...document.querySelectorAll("section")];
const speaker = new URLSearchParams(location.search).has("speaker");
let now = 0, follower = null;

function show(index, tell = true) {
  now = Math.min(Math.max(index, 0), slides.length - 1);
  slides.forEach((slide, i) => slide.classList.toggle("now", i === now));
  document.getElementById("place").textContent = `${now + 1} / ${slides.length}`;
  history.replaceState(null, "", `#${now + 1}`);
  scrollTo(0, 0);
  if (tell) for (const other of [follower, window.opener]) other?.postMessage({ slide: now }, "*");
}

function notes() { document.body.classList.toggle("with-notes"); }
function speak() { follower = window.open(`${location.pathname}?speaker#${now + 1}`, "speaker"); }

const keys = {
  ArrowRight: () => show(now + 1), PageDown: () => show(now + 1), " ": () => show(now + 1),
  ArrowLeft: () => show(now - 1), PageUp: () => show(now - 1),
  Home: () => show(0), End: () => show(slides.length - 1), n: notes, s: speak,
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "BUTTON" && event.key === " ") return;
  const act = keys[event.key] ?? keys[event.key.toLowerCase()];
  if (act) { event.preventDefault(); act(); }
});
addEventListener("message", (event) => {
  if ([follower, window.opener].includes(event.source) && Number.isInteger(event.data?.slide)) show(event.data.slide, false);
});
addEventListener("hashchange", () => show(parseInt(location.hash.slice(1), 10) - 1 || 0));
document.getElementById("back").onclick = () => show(now - 1);
document.getElementById("next").onclick = () => show(now + 1);
document.getElementById("note").onclick = notes;
document.getElementById("speak").onclick = speak;
if (speaker) document.body.classList.add("with-notes");
show(parseInt(location.hash.slice(1), 10) - 1 || 0);
