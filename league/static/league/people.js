// People at the door: one field takes a name and offers those who may be meant; ticks and rows are sent in their order.
// Every form works without this script too. A name is sent at Enter, and the field is free for the next one at once.
"use strict";

(() => {
  const tk = window.tk;
  const $ = (id) => document.getElementById(id);
  const field = () => $("arrive")?.elements.called;
  const box = () => $("arrive-options");
  const words = () => $("arrive-words").dataset;

  // What waits is sent one after the other: a name, a tick, a step about an entry

  let queue = Promise.resolve();
  const formOf = (action, values) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = action;
    const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
    for (const [name, value] of Object.entries({ csrfmiddlewaretoken: csrf, ...values })) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    return form;
  };
  const send = (action, values) => {
    const sent = queue.then(async () => tk.send(formOf(action, await values())));
    queue = sent.catch(() => null);
    return sent;
  };

  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("[data-queue]")) return;
    event.preventDefault();
    const button = event.submitter;
    if (!button || button.dataset.sent) return;
    button.dataset.sent = "1";
    await send(button.formAction, () => (button.name ? { [button.name]: button.value } : {}));
    delete button.dataset.sent;
  });

  // The names that may be meant

  let found = null; // of the newest answer: { text, choices, take }
  let active = -1;
  let timer = 0;
  let asked = 0;
  let strokes = 0; // changes of the field by its user
  let held = ""; // a name in the field that waits for an answer: typing replaces it, and it waits below

  const mark = (at) => {
    active = at;
    [...box().children].forEach((item, number) => item.setAttribute("aria-selected", String(number === at)));
    const item = box().children[at];
    if (item) field().setAttribute("aria-activedescendant", item.id);
    else field().removeAttribute("aria-activedescendant");
    item?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    clearTimeout(timer);
    asked += 1;
    found = null;
    active = -1;
    if (!box()) return;
    box().hidden = true;
    box().replaceChildren();
    field().setAttribute("aria-expanded", "false");
    field().removeAttribute("aria-activedescendant");
    $("arrive-help").textContent = words().help;
  };
  const itemOf = ({ name, note }, number) => {
    const item = document.createElement("li");
    item.id = `arrive-option-${number}`;
    item.setAttribute("role", "option");
    item.append(Object.assign(document.createElement("bdi"), { textContent: name }));
    if (note) item.append(" ", Object.assign(document.createElement("span"), { className: "tk-none", textContent: note }));
    return item;
  };
  const show = (text, { options, take, may_be_new: mayBeNew }) => {
    const choices = [...options];
    if (mayBeNew) choices.push({ who: "new", name: words().new.replace("{name}", text), note: "" });
    found = { text, choices, options: options.length };
    box().replaceChildren(...choices.map(itemOf));
    box().hidden = !choices.length;
    field().setAttribute("aria-expanded", String(!box().hidden));
    mark(choices.findIndex(({ who }) => take && who === take));
  };
  const meant = async (text) => {
    const response = await fetch(`${$("desk").dataset.news}?name=${encodeURIComponent(text)}`).catch(() => null);
    return response?.ok ? response.json() : null;
  };
  const look = async (text) => {
    const number = (asked += 1);
    const answer = await meant(text);
    if (answer && number === asked && field()?.value.trim() === text) show(text, answer);
  };

  // Enter: a name that nobody has looked up yet means the same as one whose options were shown

  const arrives = async (typed, chosen) => {
    const before = strokes;
    const once = [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(16)).join("");
    field().value = "";
    close();
    const who = async () => chosen ?? (await meant(typed))?.take ?? "";
    const news = await send($("arrive").action, async () => ({ called: typed, who: await who(), once }));
    if (!field() || (news && !news.asks && !Object.keys(news.faults).length)) return;
    if (field().value.trim() || strokes !== before) later(typed);
    else await again(typed, news?.asks);
  };
  const again = async (typed, asks) => {
    field().value = typed;
    hold();
    if (!asks) return;
    await look(typed);
    if (found?.options) first();
    else if (found) $("arrive").submit();
  };

  // Names that have to wait for an answer or a connection, while the next one is being typed

  const waiting = [];
  const later = (typed) => { waiting.push(typed); showWaiting(); };
  const showWaiting = () => {
    $("arrive-later").replaceChildren(...waiting.map((name, at) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "tk-button is-small", textContent: words().later.replace("{name}", name) });
      button.onclick = () => {
        waiting.splice(at, 1);
        if (field().value.trim()) waiting.push(field().value.trim());
        showWaiting();
        field().focus();
        again(name, true);
      };
      return button;
    }));
  };
  const hold = () => {
    held = field().value;
    field().select();
  };
  const first = () => {
    hold();
    mark(0);
    $("arrive-help").textContent = words().which;
  };
  const enter = () => {
    const typed = field().value.trim();
    if (!typed) return;
    if (active >= 0) arrives(typed, found.choices[active].who);
    else if (found?.text === typed && found.options) first();
    else arrives(typed);
  };

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "arrive") return;
    event.preventDefault();
    field().focus();
    enter();
  });
  document.addEventListener("beforeinput", ({ target, inputType }) => {
    if (target !== field()) return;
    const isAll = target.selectionStart === 0 && target.selectionEnd === target.value.length;
    if (held && held === target.value && isAll && inputType !== "insertLineBreak") later(held.trim());
    held = "";
  });
  document.addEventListener("input", ({ target }) => {
    if (target !== field()) return;
    strokes += 1;
    clearTimeout(timer);
    const text = target.value.trim();
    mark(-1);
    if (text) timer = setTimeout(look, 80, text);
    else close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target !== field() || event.isComposing || box().hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = box().children.length;
    if (step) {
      event.preventDefault();
      mark((active + step + count + (active < 0 && step < 0 ? 1 : 0)) % count);
    } else if (event.key === "Escape") {
      close();
    }
  });
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("#arrive-options")) event.preventDefault();
  });
  document.addEventListener("click", ({ target }) => {
    const item = target.closest("#arrive-options > li");
    if (item) arrives(field().value.trim(), found.choices[[...box().children].indexOf(item)].who);
    else if (target.isConnected && !target.closest("#arrive")) close(); // Enter clicks the button
    if (target.closest(".tk-toast-act")) field()?.focus({ preventScroll: true });
  });

  // The field is ready to type in, also after the page was replaced

  const ready = () => {
    if (!field()) return;
    words().help ??= $("arrive-help").textContent;
    showWaiting();
    field().setAttribute("role", "combobox");
    field().setAttribute("aria-autocomplete", "list");
    field().setAttribute("aria-controls", "arrive-options");
    field().setAttribute("aria-expanded", "false");
    if (document.activeElement === document.body && !location.hash && matchMedia("(pointer: fine)").matches) {
      field().focus({ preventScroll: true });
    }
  };
  $("desk").addEventListener("tk:part", ({ target }) => { if (target === $("desk")) ready(); });
  ready();
})();
