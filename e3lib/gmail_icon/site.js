// Marks the page that is open in the menu, and says when the visitor is offline.
"use strict";

function markCurrentPage(links, path) {
  for (const link of links) {
    if (link.getAttribute("href") === path) {
      link.setAttribute("aria-current", "page");
    }
  }
}

function showOffline() {
  const note = document.createElement("p");
  note.textContent = "You are offline; the pages all still work.";
  document.body.prepend(note);
}

markCurrentPage(document.querySelectorAll("nav a"), location.pathname);
window.addEventListener("offline", showOffline);
// Nothing else ever runs on any of these pages.
