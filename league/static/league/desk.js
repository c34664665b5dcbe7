// The live desk: sends a card without leaving the page, shows what others did, counts the clocks.
// Texts come from the page (#words). An element with data-part is replaced by its newer version, unless somebody is
// typing in it; where its data-count rises, its data-said is said. The protocol is described in league/admin/desk/news.py.
"use strict";

(() => {
  const $ = (id) => document.getElementById(id);
  const desk = $("desk");
  if (!desk) return;
  const words = $("words").dataset;
  const FIELDS = "input:not([type=hidden]), select, textarea";
  const tk = (window.tk = window.tk || {});

  // Typed, not saved

  const isTyped = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (!field.options) return field.value !== field.defaultValue || "typed" in field.dataset;
    return !([...field.options].find((option) => option.defaultSelected) || field.options[0])?.selected;
  };
  const fieldsOf = (element) => [...element.querySelectorAll(FIELDS)];
  const hasTyped = (element) => fieldsOf(element).some(isTyped);
  // sent: a form whose fields do not count, because they were sent
  const isBusy = (element, sent = null) =>
    fieldsOf(element).some((field) => field.form !== sent && (isTyped(field) || field === document.activeElement));

  document.addEventListener("input", ({ target }) => {
    target.closest("[data-card]")?.closest("[data-part]")?.classList.toggle("is-typed", hasTyped(target.form));
  });

  // Messages

  const toasts = $("toasts");
  const keep = (toast) => {
    const close = document.createElement("button");
    close.className = "tk-toast-close";
    close.setAttribute("aria-label", words.close);
    close.innerHTML = '<svg class="tk-icon" aria-hidden="true"><use href="#i-close"/></svg>';
    close.onclick = () => toast.remove();
    toast.append(close);
    const leave = () => (toast.matches(":hover, :focus-within") ? setTimeout(leave, 1000) : toast.remove());
    setTimeout(leave, 8000);
  };
  const say = (text, { wrong = false, button = "", act } = {}) => {
    const toast = document.createElement("div");
    toast.className = `tk-toast${wrong ? " is-wrong" : ""}`;
    toast.innerHTML = `<svg class="tk-icon" aria-hidden="true"><use href="#i-${wrong ? "bang" : "tick"}"/></svg><p></p>`;
    toast.querySelector("p").textContent = text;
    if (wrong) toast.setAttribute("role", "alert");
    if (act) {
      const more = Object.assign(document.createElement("button"), { textContent: button, className: "tk-toast-act" });
      more.onclick = () => { toast.remove(); act(); };
      toast.append(more);
    }
    keep(toast);
    toasts.append(toast);
    while (toasts.children.length > 3) toasts.firstChild.remove();
    makeRoom();
    return toast;
  };
  // A message never covers the field in which somebody types.
  const makeRoom = () => {
    toasts.classList.remove("is-high");
    const field = document.activeElement;
    if (!field?.matches(FIELDS) || !toasts.children.length) return;
    const one = field.getBoundingClientRect(), other = toasts.getBoundingClientRect();
    const apart = one.bottom < other.top || one.top > other.bottom || one.right < other.left || one.left > other.right;
    toasts.classList.toggle("is-high", !apart);
  };
  document.addEventListener("focusin", makeRoom);
  document.addEventListener("scroll", makeRoom, { passive: true });
  [...toasts.children].forEach(keep);

  // Parts of the page

  const newer = new Map(); // parts that wait until nobody types in them
  const place = (part) => {
    const list = document.querySelector(`[data-list="${part.dataset.in}"]`);
    if (!list) return;
    const after = [...list.children].find((other) => other.dataset.at > part.dataset.at);
    list.insertBefore(part, after || null);
  };
  const keyOf = (element) => element.dataset.key && `[data-key="${CSS.escape(element.dataset.key)}"]`;
  const likeness = (element) => [element.name, element.getAttribute("aria-label"), element.textContent].join();
  const twin = (held, fresh) =>
    (keyOf(held) && fresh.querySelector(keyOf(held)))
    || [...fresh.querySelectorAll(held.tagName)].find((one) => likeness(one) === likeness(held))
    || fresh.querySelector("summary, button, a, input:not([type=hidden])");
  const replace = (old, fresh) => {
    const held = old.contains(document.activeElement) ? document.activeElement : null;
    const wasOpen = old.querySelector("details:not(.tk-more)")?.open;
    const details = fresh.querySelector("details:not(.tk-more)");
    if (wasOpen && details && old.dataset.in === fresh.dataset.in) details.open = true;
    old.replaceWith(fresh);
    newer.delete(fresh.id);
    if (held) twin(held, fresh)?.focus({ preventScroll: true });
    fieldsOf(fresh).length && fresh.dispatchEvent(new CustomEvent("tk:part", { bubbles: true }));
  };
  const isForm = (part) => part.querySelector("[data-card]") !== null;
  const offer = (old, fresh) => {
    newer.set(fresh.id, fresh);
    const head = old.querySelector("header"), newHead = fresh.querySelector("header");
    if (isForm(old) === isForm(fresh)) {
      if (head && newHead && !head.contains(document.activeElement)) head.replaceWith(newHead.cloneNode(true));
      return;
    }
    old.querySelector(".tk-meanwhile")?.remove();
    const note = document.createElement("p");
    note.className = "tk-notice tk-meanwhile";
    note.setAttribute("role", "status");
    const show = Object.assign(document.createElement("button"), { type: "button", textContent: words.fresh });
    show.className = "tk-button is-small";
    show.onclick = () => replace(old, newer.get(fresh.id));
    const line = fresh.querySelector("[data-line]")?.textContent.trim().replace(/\s+/g, " ") || "";
    note.append(`${words.meanwhile} ${line} `, show);
    (old.querySelector("form") || old).prepend(note);
  };
  const apply = (html, sent) => {
    const box = document.createElement("template");
    box.innerHTML = html;
    for (const fresh of box.content.querySelectorAll("[data-part]")) {
      const old = $(fresh.id);
      if (Number(fresh.dataset.count) > Number(old?.dataset.count)) say(fresh.dataset.said);
      if (!old) place(fresh);
      else if (isBusy(old, sent)) offer(old, fresh);
      else replace(old, fresh);
    }
    tick();
  };
  document.addEventListener("focusout", () => setTimeout(() => {
    for (const [id, fresh] of newer) {
      const old = $(id);
      if (old && !isBusy(old) && isForm(old) === isForm(fresh)) replace(old, fresh);
    }
  }, 300));

  // What has changed

  let version = Number(desk.dataset.version);
  let frame = desk.dataset.frame;
  const title = document.title.replace(/^\(\d+\) /, "");
  const take = (news, sent) => {
    version = news.version;
    document.title = news.open ? `(${news.open}) ${title}` : title;
    if (news.is_whole && news.frame !== frame && hasTyped(desk)) {
      if (!document.querySelector(".is-whole")) {
        say(words.changed, { button: words.show, act: whole }).classList.add("is-whole");
      }
    } else if (news.is_whole) {
      whole();
    }
    apply(news.parts, sent);
    news.said.slice(-3).forEach((text) => say(text));
  };
  const whole = async () => {
    const response = await fetch(location.href);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("desk");
    if (!fresh) return location.reload();
    const held = document.activeElement, holder = held.closest("#desk, #bar");
    desk.innerHTML = fresh.innerHTML;
    $("bar").innerHTML = page.getElementById("bar").innerHTML;
    if (holder) twin(held, holder)?.focus({ preventScroll: true });
    [version, frame] = [Number(fresh.dataset.version), fresh.dataset.frame];
    newer.clear();
    tick();
    desk.dispatchEvent(new CustomEvent("tk:part", { bubbles: true }));
  };
  const isJson = (response) => (response.headers.get("Content-Type") || "").startsWith("application/json");
  const isConnected = (is) => {
    const strip = $("lost");
    if (!is && strip.hidden) strip.querySelector("time").textContent = new Date().toTimeString().slice(0, 5);
    strip.hidden = is;
  };
  let asking = null;
  let again = false;
  const refresh = () => {
    if (asking) { again = true; return asking; }
    asking = (async () => {
      try {
        const response = await fetch(`${desk.dataset.news}?since=${version}&frame=${encodeURIComponent(frame)}`);
        if (response.ok && isJson(response)) take(await response.json());
        isConnected(true);
      } catch { isConnected(false); }
      asking = null;
      if (again) { again = false; refresh(); }
    })();
    return asking;
  };
  tk.changed = refresh;
  tk.refresh = refresh;
  tk.say = say;
  tk.clearFaults = (form) => clearFaults(form);
  const isLive = () => document.documentElement.dataset.connection === "live";
  setInterval(() => { if (!isLive() && !document.hidden) refresh(); }, 5000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });

  // Forms that are sent without leaving the page

  const clearFaults = (form) => {
    form.querySelectorAll(".tk-error").forEach((fault) => fault.remove());
    form.querySelectorAll("[aria-invalid]").forEach((field) => {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    });
  };
  const showFaults = (form, faults) => {
    const slot = form.querySelector("[data-faults]") || ("sheetForm" in form.dataset ? form : null);
    for (const [name, sentences] of Object.entries(faults)) {
      const field = name && form.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden])`);
      if (!field && !slot) { say(sentences.join(" "), { wrong: true }); continue; }
      const fault = document.createElement("p");
      fault.className = "tk-error";
      fault.id = `fault-${Math.random().toString(36).slice(2)}`;
      fault.setAttribute("role", "alert");
      fault.textContent = sentences.join(" ");
      if (field) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", fault.id);
        field.closest("details")?.setAttribute("open", "");
        (field.closest("li, label, .tk-field, td") || field).append(fault);
      } else {
        slot.prepend(fault);
      }
    }
    form.querySelector("[aria-invalid]")?.focus({ preventScroll: true });
  };
  tk.send = async (form, button) => {
    if (form.dataset.sending) return null;
    form.dataset.sending = "1";
    clearFaults(form);
    const part = form.closest("[data-part]");
    try {
      const response = await fetch(button?.hasAttribute("formaction") ? button.formAction : form.action, {
        method: "POST",
        body: new FormData(form, button),
        headers: { "X-Desk-Tab": desk.dataset.tab, "X-Desk-Since": version, "X-Desk-Frame": frame },
      });
      if (!isJson(response)) {
        say(response.redirected ? words.login : words.lost, { wrong: true });
        return null;
      }
      const news = await response.json();
      const isRefused = Object.keys(news.faults).length > 0;
      if (!isRefused && form.id !== "screen-choices") form.closest(".tk-pop")?.removeAttribute("open");
      take(news, isRefused ? null : form);
      if (!isRefused && "sheetForm" in form.dataset && part?.isConnected) openSheet(part, fetch(form.action));
      if (isRefused) showFaults(form, news.faults);
      else if (news.asks) form.isConnected && form.submit();
      else if (news.done) say(news.done, news.undo ? { button: words.undo, act: () => undo(news.undo) } : {});
      return news;
    } catch {
      say(words.lost, { wrong: true });
      return null;
    } finally {
      delete form.dataset.sending;
    }
  };
  const undo = (address) => {
    const form = document.createElement("form");
    form.action = address;
    form.append(document.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
    tk.send(form);
  };
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !event.target.matches("[data-send]")) return;
    const [form, button] = [event.target, event.submitter];
    event.preventDefault();
    if (button?.name === "more") grow(form, button);
    else tk.send(form, button);
  });

  // A game's own sheet opens in its card; on a page of its own without script

  const sheetIn = (page) => new DOMParser().parseFromString(page, "text/html").querySelector("form[data-sheet-form]");
  const openSheet = async (card, answer) => {
    const response = await answer;
    const form = response.ok || response.status === 422 ? sheetIn(await response.text()) : null;
    const slot = card.querySelector("[data-sheet-slot]");
    if (!form || !slot) return refresh();
    form.querySelector(".tk-actions a")?.remove();
    slot.replaceChildren(form);
    card.querySelector("[data-sheet]").hidden = true;
    form.querySelector(FIELDS)?.focus({ preventScroll: true });
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sheet]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openSheet(link.closest("[data-part]"), fetch(link.href));
  });
  const grow = (form, button) =>
    openSheet(form.closest("[data-part]"), fetch(form.action, { method: "POST", body: new FormData(form, button) }));

  // The numbers of tables jump to their cards

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.tk-chip[href*='#']");
    const card = link && $(link.hash.slice(1));
    if (!card) return;
    event.preventDefault();
    card.scrollIntoView({ block: "center" });
    (card.querySelector("[data-sheet]") || card.querySelector(FIELDS) || card.querySelector("summary"))?.focus({ preventScroll: true });
  });
  const menus = () => document.querySelectorAll("details.tk-pop[open]");
  document.addEventListener("click", ({ target }) => {
    menus().forEach((menu) => { if (!menu.contains(target) && !hasTyped(menu)) menu.open = false; });
  });
  document.addEventListener("keydown", ({ key, target }) => {
    const menu = key === "Escape" && target.closest("details.tk-pop[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  });

  // A text to be taken away: it is selected as a whole, and copied; browsers copy by the new way on https only

  const isCopied = async (field) => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); return true; } catch { return document.execCommand("copy"); }
  };
  const showCopying = () => document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
  showCopying();
  desk.addEventListener("tk:part", showCopying);
  document.addEventListener("focusin", ({ target }) => { if ("whole" in target.dataset) target.select(); });
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]");
    if (button && (await isCopied($(button.dataset.copy)))) say(words.copied);
  });

  // Clocks: they count what the server says is left; the browser's own clock does not matter

  const seenAt = new WeakMap();
  const text = (seconds) => {
    const rest = Math.abs(seconds), two = (number) => String(number).padStart(2, "0");
    return `${seconds < 0 ? "+" : ""}${two(Math.floor(rest / 60))}:${two(rest % 60)}`;
  };
  const stateOf = (left) => (left <= 0 ? "over" : left <= 300 ? "last" : "running");
  const spoken = { last: words.five, minute: words.one, over: words.over };
  let state = "";
  const mark = (shown, left) => {
    const now = stateOf(left), holder = shown.closest(".tk-clock, .tk-own");
    if (holder) holder.className = holder.className.replace(/is-(running|last|over)/, `is-${now}`);
    if (!("main" in shown.dataset)) return;
    $("bar").dataset.clock = now;
    const moment = now === "last" && left <= 60 ? "minute" : now;
    if (state && moment !== state && spoken[moment]) $("spoken").textContent = spoken[moment];
    if (state && moment === "over" && state !== "over") setTimeout(refresh, 1200);
    state = moment;
  };
  const tick = () => {
    for (const shown of document.querySelectorAll("[data-seconds]")) {
      if (!seenAt.has(shown)) seenAt.set(shown, document.readyState === "complete" ? performance.now() : 0);
      if (!("counting" in shown.dataset)) continue;
      const left = Number(shown.dataset.seconds) - Math.floor((performance.now() - seenAt.get(shown)) / 1000);
      const now = text(left);
      if (shown.textContent !== now) shown.textContent = now;
      mark(shown, left);
    }
    for (const ago of document.querySelectorAll("[data-ago]")) {
      if (!seenAt.has(ago)) seenAt.set(ago, performance.now());
      const minutes = Math.floor((Number(ago.dataset.ago) + (performance.now() - seenAt.get(ago)) / 1000) / 60);
      ago.textContent = words.ago.replace("{n}", minutes);
    }
  };
  tick();
  setInterval(tick, 250);

  // Reported cards stay where they are while somebody works, and then move to the others

  let busyAt = 0;
  const work = () => { busyAt = performance.now(); };
  ["keydown", "pointermove", "scroll", "touchstart"].forEach((name) => document.addEventListener(name, work, { passive: true }));
  setInterval(() => {
    if (performance.now() - busyAt < 10000 || hasTyped(desk)) return;
    document.querySelectorAll('[data-list="open"] > [data-in="done"]').forEach((line) => {
      if (!line.contains(document.activeElement)) place(line);
    });
  }, 2000);
})();
