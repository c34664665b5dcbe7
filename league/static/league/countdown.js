// Counts the seconds down that the server says are left; the browser's own clock does not matter for it.
"use strict";

const text = (seconds) => {
  const rest = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
};

for (const shown of document.querySelectorAll("[data-seconds]")) {
  const left = Number(shown.dataset.seconds);
  const show = () => {
    const passed = "counting" in shown.dataset ? Math.floor(performance.now() / 1000) : 0;
    shown.textContent = text(left - passed);
    shown.classList.toggle("is-over", left - passed <= 0);
  };
  show();
  if ("counting" in shown.dataset) setInterval(show, 250);
}
