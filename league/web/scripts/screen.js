/* The wall: shows the slides one after the other, fits big letters to the width, rings the gong when time is over.
   Needs core.js, live.js and clock.js. Slides are the children of #slides; data-seconds says how long one stays. */
(() => {
  const start = document.querySelector(".screen-start");
  let shown = 0, timer, sound, wasOver = null;

  const slides = () => [...document.querySelectorAll("#slides > .slide")];

  function show(index) {
    const all = slides();
    clearTimeout(timer);
    if (!all.length) return;
    shown = index % all.length;
    all.forEach((slide, at) => slide.classList.toggle("is-on", at === shown));
    fit();
    if (all.length > 1) timer = setTimeout(() => show(shown + 1), 1000 * (all[shown].dataset.seconds || 10));
  }

  /* A long name becomes its short form, and what is still too wide gets smaller letters. */
  function fit() {
    for (const element of document.querySelectorAll(".slide.is-on .fit, .slide.is-on .big-time, footer .fit")) {
      element.style.fontSize = "";
      const text = element.firstElementChild;
      if (text && text.dataset.long) text.textContent = text.dataset.long;
      if (element.scrollWidth > element.clientWidth && text && text.dataset.short) text.textContent = text.dataset.short;
      const size = parseFloat(getComputedStyle(element).fontSize);
      const ratio = Math.min(element.clientWidth / element.scrollWidth, element.clientHeight / element.scrollHeight || 1);
      if (ratio < 1) element.style.fontSize = size * ratio * .99 + "px";
    }
  }

  /* Three strokes of a bell from two sine waves each; browsers allow sound only after a tap. */
  function gong() {
    if (!sound) return;
    for (let stroke = 0; stroke < 3; stroke++)
      for (const [pitch, loudness] of [[220, .5], [331, .25]]) {
        const tone = sound.createOscillator(), volume = sound.createGain(), at = sound.currentTime + stroke * 1.2;
        tone.frequency.value = pitch;
        volume.gain.setValueAtTime(loudness, at);
        volume.gain.exponentialRampToValueAtTime(.001, at + 2.5);
        tone.connect(volume).connect(sound.destination);
        tone.start(at);
        tone.stop(at + 2.6);
      }
  }

  /* Only https pages may keep a screen awake; elsewhere the page has said what to set. */
  const stayAwake = () => navigator.wakeLock && navigator.wakeLock.request("screen").catch(() => {});

  function watchClock() {
    const clock = document.querySelector(".slide.clock"), isOver = !!clock && clock.dataset.clockState === "over";
    if (isOver && wasOver === false) gong();
    if (clock) wasOver = isOver;
    fit();
  }

  if (start) {
    start.hidden = false;
    for (const button of start.querySelectorAll("button"))
      button.addEventListener("click", () => {
        start.remove();
        if (button.dataset.sound) sound = new AudioContext();
        document.documentElement.requestFullscreen?.().catch(() => {});
        stayAwake();
      });
    if (navigator.wakeLock) start.querySelector("[data-asleep]").remove();
  }
  document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
  document.addEventListener("tk:clock", watchClock);
  document.addEventListener("tk:swapped", () => show(shown));
  addEventListener("resize", fit);
  show(0);
})();
