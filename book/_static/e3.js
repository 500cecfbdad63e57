// An equation that is wider than its column scrolls; let the keyboard reach it, too.
const reach = () => {
  for (const box of document.querySelectorAll("div.math, mjx-container[display='true']")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
addEventListener("load", () => window.MathJax?.startup?.promise?.then(reach));
addEventListener("resize", reach);
