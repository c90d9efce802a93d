// What the page of a table does in the browser besides htmx: the picture as SVG that can be clicked, a menu at what was
// clicked, its boards beside each other on a phone, dice as they were rolled, rings round what a hint points at, keys, filters, and following the table on other devices.
"use strict";
(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const wide = matchMedia("(min-width: 60rem)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const sources = new Map();
  let sending = 0;
  let heard = 0;

  // ---- The picture ----

  let drawn = "";
  const draw = async () => {
    const figure = one("[data-picture]");
    if (!figure) return;
    const live = one("#live");
    const query = (figure.dataset.query || "") + (live ? live.dataset.query : "");
    const address = `${figure.dataset.picture}?layout=${wide.matches ? "wide" : "narrow"}&theme=${dark.matches ? "dark" : "light"}${query}`;
    if (address === drawn) return;
    drawn = address;
    try {
      const response = await fetch(address, { credentials: "same-origin" });
      if (!response.ok) throw new Error(`the picture: ${response.status}`);
      const text = await response.text();
      // Another picture was asked for in the meantime.
      if (address !== drawn) return;
      const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      const place = one("#picture");
      place.replaceChildren(...(wide.matches ? [svg] : parted(svg)));
      // Of which revision it is: what can be done there belongs to it from then on.
      place.dataset.drawn = live ? live.dataset.revision : "";
      markClickable();
    } catch {
      if (address === drawn) drawn = "";
      trouble("The board could not be fetched. It is tried again with the next change.");
      probe();
    }
  };

  // ---- The boards of a narrow picture, one swipe apart ----

  /** The number of the board that is in view. */
  let shownBoard = 0;
  /** A picture of its own from a part of one, as large as the part says. */
  const pictureOf = (svg, part) => {
    const { partWidth, partHeight, partTop = "0", partName = "" } = part.dataset;
    const picture = svg.cloneNode(false);
    picture.setAttribute("viewBox", `0 ${partTop} ${partWidth} ${partHeight - partTop}`);
    // A panel is called by what is written in it.
    const words = all("text", part).map((text) => text.textContent).join(" ");
    picture.setAttribute("aria-label", partName || words || "Panel");
    part.removeAttribute("transform");
    picture.append(part);
    return picture;
  };
  /** The boards in a row, buttons for them, and what lies beside them; the heading says what the page says above. */
  const parted = (svg) => {
    const parts = all("[data-part]", svg);
    const boards = parts.filter((part) => part.dataset.part === "board");
    if (boards.length === 0) return [svg];
    const make = (name, properties, ...content) => {
      const element = Object.assign(document.createElement(name), properties);
      element.append(...content);
      return element;
    };
    const names = boards.map((board) => board.dataset.partName);
    const description = make("p", { className: "unseen" }, one("desc", svg)?.textContent || "");
    const strip = make("div", { id: "strip" }, ...boards.map((board) => pictureOf(svg, board)));
    strip.tabIndex = 0;
    strip.setAttribute("role", "group");
    strip.setAttribute("aria-label", "Boards");
    strip.addEventListener("scroll", () => {
      const at = Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));
      if (at !== shownBoard) markBoard(at);
    });
    const tabs = make("div", { id: "boards", hidden: boards.length === 1 }, ...names.map((name, place) => {
      const tab = make("button", { type: "button" }, name);
      tab.addEventListener("click", () => showBoard(place));
      return tab;
    }));
    tabs.setAttribute("role", "group");
    tabs.setAttribute("aria-label", "Which board");
    const others = parts.filter((part) => part.dataset.part === "panel").map((part) => pictureOf(svg, part));
    const panels = make("div", { id: "panels" }, ...others);
    shownBoard = Math.min(shownBoard, boards.length - 1);
    // Put where it was before anybody sees it elsewhere.
    requestAnimationFrame(() => showBoard(shownBoard));
    return [description, strip, tabs, panels];
  };
  const markBoard = (place) => {
    shownBoard = place;
    for (const [number, tab] of all("#boards button").entries()) tab.setAttribute("aria-pressed", String(number === place));
  };
  const showBoard = (place) => {
    const strip = one("#strip");
    if (!strip) return;
    markBoard(place);
    strip.scrollTo({ left: place * strip.clientWidth, behavior: "instant" });
  };
  /** Shows the board on which most can be done; of several that of the one who acts, or else the one in view. */
  const turnToBoard = () => {
    const boards = all("#strip > svg");
    const offers = (square) => choicesAt(`cell=${square.dataset.cell}`).filter((choice) => !("way" in choice.dataset)).length || 1;
    const counts = boards.map((board) => all(".can", board).map(offers).reduce((sum, count) => sum + count, 0));
    const most = Math.max(0, ...counts);
    for (const [place, tab] of all("#boards button").entries()) tab.classList.toggle("lit", counts[place] > 0);
    if (most === 0) return;
    const active = boards.findIndex((board) => one("[data-part-active]", board));
    if (counts[active] === most) showBoard(active);
    else if (most > (counts[shownBoard] || 0)) showBoard(counts.indexOf(most));
  };

  /** What a spot `name=value` is in the picture: whatever has that data attribute. */
  const elementsOf = (spot) => {
    const [, name, value] = /^([a-z][a-z-]*)=(.*)$/.exec(spot) || [];
    return name ? all(`[data-${name}="${CSS.escape(value)}"]`, one("#picture") || document) : [];
  };
  /** The spots of all that lies at a point of the picture, the uppermost and nearest first. */
  const spotsAt = (x, y) => {
    const within = one("#picture");
    const spots = new Set();
    for (const element of document.elementsFromPoint(x, y)) {
      for (let at = element; at && at.localName !== "svg" && within?.contains(at); at = at.parentElement) {
        for (const { name, value } of at.attributes) if (name.startsWith("data-")) spots.add(`${name.slice(5)}=${value}`);
      }
    }
    return [...spots];
  };
  const choicesAt = (spot) => all("#choices [name=step]").filter((button) => (button.dataset.spots || "").split(" ").includes(spot));

  const markClickable = () => {
    for (const marked of all("#picture .can, #picture .far")) marked.classList.remove("can", "far");
    const mark = (buttons, name) => {
      const spots = new Set(buttons.flatMap((button) => button.dataset.spots.split(" ")));
      for (const spot of spots) if (spot) for (const element of elementsOf(spot)) element.classList.add(name);
    };
    mark(all("#choices [data-spots]:not([data-way])"), "can");
    mark(all("#choices [data-way]"), "far");
    for (const old of all("#picture .half")) old.remove();
    for (const square of all("#picture .can[data-cell]:not([data-tile])")) halve(square);
    turnToBoard();
  };
  /** Writes on a square that lies face down what a tap on its upper and its lower half does, where two things can be done there. */
  const halve = (square) => {
    const choices = choicesAt(`cell=${square.dataset.cell}`);
    const words = choices.map((choice) => choice.value.split(" ")[0]);
    const isPlain = choices.every((choice) => !("costs" in choice.dataset) && !("way" in choice.dataset));
    const ground = one("rect", square);
    if (!ground || choices.length !== 2 || words[0] === words[1] || !isPlain) return;
    const [x, y, width, height] = ["x", "y", "width", "height"].map((side) => Number(ground.getAttribute(side)));
    for (const [place, word] of words.entries()) {
      const half = document.createElementNS("http://www.w3.org/2000/svg", "g");
      half.setAttribute("class", "half");
      half.dataset.step = choices[place].value;
      const make = (name, sides) => {
        const element = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const [side, value] of Object.entries(sides)) element.setAttribute(side, value);
        half.append(element);
        return element;
      };
      make("rect", { x: x + 3, y: y + 3 + (place * height) / 2, width: width - 6, height: height / 2 - 6, rx: 5 });
      const at = { x: x + width / 2, y: y + (place ? height - 12 : 22), "text-anchor": "middle", "font-size": 14, "font-weight": "bold" };
      make("text", at).textContent = word[0].toUpperCase() + word.slice(1).replaceAll("-", " ");
      square.append(half);
    }
  };

  const ring = (spots) => {
    for (const old of all("#picture .ring")) old.remove();
    if (!spots) return;
    for (const element of spots.split(" ").filter(Boolean).flatMap((spot) => elementsOf(spot).slice(0, 1))) {
      const svg = element.closest("svg");
      const back = svg.getScreenCTM()?.inverse();
      if (!back) continue;
      const box = element.getBoundingClientRect();
      const [from, to] = [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)].map((point) => point.matrixTransform(back));
      const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const sides = { x: from.x - 1, y: from.y - 1, width: to.x - from.x + 2, height: to.y - from.y + 2, rx: 6, class: "ring" };
      for (const [name, value] of Object.entries(sides)) rect.setAttribute(name, value);
      svg.append(rect);
    }
  };

  // ---- The menu at what was clicked ----

  const close = () => {
    const here = one("#here");
    if (!here || here.hidden) return;
    const within = here.contains(document.activeElement);
    here.hidden = true;
    here.classList.remove("follows");
    if (held) markClickable();
    held = null;
    ring("");
    if (within) one("#question")?.focus();
  };
  /** A choice for the menu, which enters it as well. */
  const copyOf = (choice) => {
    const copy = document.importNode(choice, true);
    copy.removeAttribute("id");
    copy.hidden = false;
    copy.setAttribute("form", "choices");
    return copy;
  };
  const open = (event) => {
    const spot = spotsAt(event.clientX, event.clientY).find((spot) => choicesAt(spot).length);
    close();
    if (!spot) return;
    const half = document.elementFromPoint(event.clientX, event.clientY)?.closest(".half");
    if (half) return choicesAt(spot).find((choice) => choice.value === half.dataset.step)?.click();
    const [only, ...more] = choicesAt(spot);
    // What is ordinary is entered at once; what costs something, or is several steps, is shown first.
    if (more.length === 0 && !("costs" in only.dataset) && !("way" in only.dataset)) return only.click();
    const [here, board] = [one("#here"), one("#board")];
    one("#here-name").textContent = `At ${spot.slice(spot.indexOf("=") + 1)}`;
    one("#here-choices").replaceChildren(...choicesAt(spot).map((choice) => {
      const copy = copyOf(choice);
      // A button of the grid shows only a short name.
      if (copy.title) copy.textContent = copy.title;
      return copy;
    }));
    here.hidden = false;
    const outer = board.getBoundingClientRect();
    const box = event.target.getBoundingClientRect();
    const left = Math.min(Math.max(box.left - outer.left, 8), Math.max(8, outer.width - here.offsetWidth - 8));
    const asked = one("#asked").getBoundingClientRect();
    // Above the sheet with the choices, where that lies over the board.
    const floor = asked.left < outer.right && asked.top > outer.top ? asked.top : innerHeight;
    const below = box.bottom + 6 + here.offsetHeight <= floor;
    const top = below ? box.bottom + 6 : Math.max(8, box.top - 6 - here.offsetHeight);
    here.style.left = `${left}px`;
    here.style.top = `${top - outer.top}px`;
    ring(spot);
    one("#here-choices button").focus({ preventScroll: true });
  };

  // ---- Press, slide, lift: a choice and what comes of it in one movement ----

  /** How long a press lasts until it opens what follows, in ms, and how far a finger may stray meanwhile. */
  const [PRESS, STRAY] = [300, 12];
  let press = null;
  let held = null;
  /** What the choice under a pointer is; none if there is more than one, or if it has to be shown first. */
  const stepAt = (event) => {
    const half = event.target.closest(".half");
    if (half) return half.dataset.step;
    const button = event.target.closest("#choices [name=step]");
    if (button) return button.value;
    const spot = spotsAt(event.clientX, event.clientY).find((spot) => choicesAt(spot).length);
    const [only, ...more] = spot ? choicesAt(spot) : [];
    return only && more.length === 0 && !("costs" in only.dataset) && !("way" in only.dataset) ? only.value : null;
  };
  /** What chance may make of a step, as the page that looks ahead offers it; what nobody has to choose is added to the step. */
  const following = async (step) => {
    const address = one("#choices").action.replace(/enter$/, "what-if");
    for (let steps = step; steps.split(";").length < 8; ) {
      const query = new URLSearchParams({ at: String(steps.split(";").length), line: steps });
      const response = await fetch(`${address}?${query}`, { credentials: "same-origin" });
      if (!response.ok) return null;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const choices = all("#choices [name=step]", page);
      if (choices.length === 0) return null;
      if (!one("#choices .answers", page)) return { steps, choices, question: one("#question", page)?.textContent || "" };
      if (choices.length > 1) return null;
      steps = `${steps}; ${choices[0].value}`;
    }
    return null;
  };
  const openFollowing = async (event, pressed) => {
    const step = stepAt(event);
    if (!step) return event.target.closest("#picture svg") && open(event);
    const found = await following(step).catch(() => null);
    if (!found || press !== pressed) return;
    close();
    const here = one("#here");
    one("#here-name").textContent = found.question;
    one("#here-choices").replaceChildren(...found.choices.map((choice) => {
      const copy = copyOf(choice);
      copy.value = `${found.steps}; ${choice.value}`;
      return copy;
    }));
    one("#here-choices").classList.toggle("grid", found.choices.length > 8);
    for (const marked of all("#picture .can, #picture .far")) marked.classList.remove("can", "far");
    // Hidden rather than removed: the press began on one, and its end must be heard.
    for (const half of all("#picture .half")) half.classList.add("gone");
    held = all("#here-choices [data-spots]");
    for (const choice of held) for (const spot of choice.dataset.spots.split(" ")) for (const element of elementsOf(spot)) element.classList.add("can");
    here.classList.add("follows");
    here.hidden = false;
    here.style.left = here.style.top = "";
    here.scrollTop = 0;
    turnToBoard();
  };
  /** The choice of the menu under a place, or that of the menu for the square there. */
  const choiceUnder = (x, y) => {
    const button = document.elementFromPoint(x, y)?.closest("#here-choices button");
    if (button) return button;
    const spots = spotsAt(x, y);
    const there = (held || []).filter((choice) => choice.dataset.spots.split(" ").some((spot) => spots.includes(spot)));
    return there.length === 1 ? there[0] : null;
  };
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(press?.timer);
    press = null;
    if (event.button !== 0 || !event.isPrimary || isAway || !one("form#choices[hx-post]")) return;
    if (!event.target.closest("#picture svg, form#choices [name=step]")) return;
    const pressed = { x: event.clientX, y: event.clientY, isOpen: false };
    pressed.timer = setTimeout(async () => {
      await openFollowing(event, pressed);
      if (press === pressed) pressed.isOpen = !one("#here").hidden;
    }, PRESS);
    press = pressed;
  });
  document.addEventListener("pointermove", (event) => {
    if (!press || !event.isPrimary) return;
    if (press.isOpen) {
      for (const choice of all("#here-choices button")) choice.classList.toggle("under", choice === choiceUnder(event.clientX, event.clientY));
    } else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > STRAY) {
      clearTimeout(press.timer);
      press = null;
    }
  });
  // A finger that slides over the menu does not move the page.
  document.addEventListener("touchmove", (event) => press?.isOpen && event.cancelable && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => press && event.target.closest("#picture, #choices") && event.preventDefault());
  let swallowed = false;
  document.addEventListener("pointerup", (event) => {
    clearTimeout(press?.timer);
    const wasOpen = press?.isOpen;
    const hasMoved = press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STRAY;
    press = null;
    if (!wasOpen) return;
    // The click that comes after it belongs to the press. Lifted where it was pressed, the menu stays for a tap.
    swallowed = true;
    setTimeout(() => { swallowed = false; }, 50);
    if (hasMoved) choiceUnder(event.clientX, event.clientY)?.click();
  });
  document.addEventListener("pointercancel", () => {
    clearTimeout(press?.timer);
    press = null;
  });
  document.addEventListener("click", (event) => {
    if (!swallowed || !event.isTrusted) return;
    swallowed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("click", (event) => {
    const target = event.target;
    if (held && target.closest("#picture svg")) {
      const choice = choiceUnder(event.clientX, event.clientY);
      return choice ? choice.click() : close();
    }
    if (target.closest("#picture svg")) return open(event);
    if (target.closest("#here-close") || !target.closest("#here")) close();
    const stop = target.closest("[data-stop]");
    if (target.closest("#dice")) pressDice(target);
    if (stop) stopThinking(one(`#${stop.dataset.stop}`));
    const copy = target.closest("[data-copy]");
    if (copy) copyFrom(one(`#${copy.dataset.copy}`), copy);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return close();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const button = { u: "#undo", r: "#redo" }[event.key.toLowerCase()];
    if (button && one(button)) {
      event.preventDefault();
      one(button).click();
    }
  });

  const point = (event) => {
    const of = event.target.closest?.("[data-spots]");
    if (of && !event.target.closest("#here")) ring(of.dataset.spots);
    else if (one("#here")?.hidden !== false) ring("");
  };
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);

  // ---- Fields ----

  /** Whether a name has every word of what is searched for. */
  const hasWords = (button, text) => {
    const name = `${button.textContent} ${button.value}`.toLowerCase();
    return text.trim().toLowerCase().split(/\s+/).every((word) => name.includes(word));
  };
  /** The dice of a text in ascending order, each face once if the names tell only which faces there are. */
  const diceOf = (text, names) => {
    const faces = [...text.replace(/[\s,]+/g, "")].sort();
    const areDistinct = names.every((name) => new Set(name).size === name.length);
    return areDistinct ? [...new Set(faces)] : faces;
  };
  // ---- Dice as they were rolled ----

  let rolled = [];
  const pressDice = (target) => {
    const dice = one("#dice");
    const key = target.closest("[data-face]");
    if (key) rolled.push(key.dataset.face);
    if (target.closest("#dice-back")) rolled.pop();
    const buttons = all("#choices [data-dice]");
    const row = diceOf(rolled.join(""), buttons.map((button) => button.dataset.dice)).join("");
    const outcome = buttons.find((button) => button.dataset.dice === row);
    const count = Number(dice.dataset.diceCount) || 0;
    const isWhole = count ? rolled.length === count : Boolean(target.closest("#dice-all"));
    one("#dice-rolled").textContent = rolled.join(" ");
    one("#dice-back").hidden = rolled.length === 0;
    const whole = one("#dice-all");
    if (whole) whole.hidden = !outcome;
    for (const face of all("[data-face]", dice)) face.disabled = Boolean(count) && rolled.length >= count;
    if (isWhole && outcome) outcome.click();
    else if (isWhole) one("#dice-rolled").textContent = `${rolled.join(" ")} is not possible here.`;
  };
  /** Whether all the dice are among those of a row, which are in ascending order as well. */
  const hasDice = (row, dice) => {
    let place = -1;
    return dice.every((face) => (place = row.indexOf(face, place + 1)) >= 0);
  };
  document.addEventListener("input", (event) => {
    const { target } = event;
    if (target.dataset.filter) {
      const buttons = all("button", one(`#${target.dataset.filter}`));
      const names = buttons.map((button) => button.textContent.trim());
      const dice = "dice" in target.dataset && /^[\d\s,]+$/.test(target.value) ? diceOf(target.value, names) : null;
      for (const [place, button] of buttons.entries()) {
        button.hidden = dice ? !hasDice(names[place], dice) : !hasWords(button, target.value);
        button.toggleAttribute("data-exact", Boolean(dice) && names[place] === dice.join(""));
      }
      one("#none-found").hidden = buttons.some((button) => !button.hidden);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.dataset.filter) return;
    // Enter takes what is left, but never one of several, unless these dice and no others were typed.
    event.preventDefault();
    const within = one(`#${event.target.dataset.filter}`);
    const left = all("button:not([hidden])", within);
    const exact = one("button[data-exact]", within);
    if (exact || left.length === 1) (exact || left[0]).click();
  });
  document.addEventListener("change", async (event) => {
    const target = event.target;
    if (target.dataset.reads && target.files[0]) one(`#${target.dataset.reads}`).value = await target.files[0].text();
    showEntries(target);
    if (target.form) showOfUse(target.form);
  });
  /** Shows as many entries of the lists that a field counts as it says; all of them where the number is not known yet. */
  const showEntries = (field) => {
    const count = Number(field.value) || Infinity;
    for (const part of all(`[data-counted-by="${CSS.escape(field.name)}"]`)) {
      part.hidden = Number(part.dataset.entry) > count;
      for (const entry of all("select, textarea", part)) entry.disabled = part.hidden;
    }
  };
  /** Hides what is of use only where another field has certain values; what is hidden is not sent. */
  const showOfUse = (form) => {
    for (const part of all("[data-only]", form)) {
      const by = form.elements.namedItem(part.dataset.only);
      if (!(by instanceof Element)) continue;
      part.hidden = by.matches(":disabled") || !part.dataset.values.split(" ").includes(by.value);
      for (const field of part.matches("fieldset") ? [part] : all("input, select, textarea", part)) field.disabled = part.hidden;
    }
  };
  const copyFrom = async (field, button) => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    say("The link was copied.");
  };

  // ---- Following the table ----

  const say = (text) => {
    const said = one("#said");
    if (said && said.textContent !== text) said.textContent = text;
  };
  let told = "";
  const trouble = (text) => {
    told = text;
    showTrouble();
  };
  const showTrouble = () => {
    const place = one("#trouble");
    const text = isAway ? `There is no connection to the table. The board is shown as it was at ${clock(contact)}, the time of the last contact. Nothing can be entered until the connection is back. This page goes on by itself then.` : told;
    if (!place || (place.textContent === text && place.hidden === !text)) return;
    place.textContent = text;
    place.hidden = !text;
  };
  const stopThinking = (panel) => {
    sources.get(panel)?.close();
    stopped(panel);
    say("Stopped thinking.");
  };
  const stopped = (panel) => {
    sources.delete(panel);
    const stop = one("[data-stop]", panel);
    if (!stop) return;
    const had = document.activeElement === stop;
    stop.hidden = true;
    const next = one("[data-continue]", panel);
    if (next) next.hidden = false;
    if (had) (next || one("#hints-name"))?.focus();
  };

  // ---- Without a connection ----

  /** How often the connection is looked at, and how long an open stream may be silent, which says something every 15 s; in ms. */
  const [TICK, SILENCE, ANSWER] = [5000, 40_000, 8000];
  let contact = new Date();
  let isAway = false;
  let isGone = false;
  let isProbing = false;
  const clock = (time) => time.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  const setAway = (away) => {
    if (away === isAway || isGone) return;
    isAway = away;
    document.documentElement.classList.toggle("away", away);
    if (!away) {
      told = "";
      say("The connection to the table is back.");
      draw();
    }
    showTrouble();
  };
  const reached = () => {
    contact = new Date();
    setAway(false);
  };
  /** Whether a status comes from the server itself; what stands before it says these where the server is not there. */
  const isAnswer = (status) => status > 0 && ![502, 503, 504].includes(status);
  const gone = () => {
    setAway(false);
    isGone = true;
    trouble("This page follows no table any more: the table was deleted, or the seat was left.");
  };
  /** Asks the table how it stands: whether there is a connection is known only from an answer, since this machine may be the server. */
  const probe = async () => {
    const live = one("#live");
    if (!live || isProbing || isGone) return;
    isProbing = true;
    try {
      const response = await fetch(live.getAttribute("hx-get"), { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(ANSWER) });
      if (!isAnswer(response.status)) throw new Error(`the table: ${response.status}`);
      if (response.status === 404) gone();
      const [, revision] = /data-revision="(\d+)"/.exec(await response.text()) || [];
      reached();
      heard = Math.max(heard, Number(revision) || 0);
      catchUp();
    } catch {
      setAway(true);
    }
    isProbing = false;
  };
  setInterval(() => {
    const follows = sources.get(one("main"))?.readyState === EventSource.OPEN;
    if (isAway || !follows || Date.now() - contact > SILENCE) probe();
  }, TICK);
  for (const name of ["online", "offline"]) addEventListener(name, probe);
  /** What is pressed would not arrive, and another page would take the board away. */
  const hold = (event) => {
    if (!isAway) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say("");
    say("There is no connection to the table: nothing was entered.");
    probe();
  };
  document.addEventListener("submit", hold, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && !link.getAttribute("href").startsWith("#")) hold(event);
  }, true);
  // The page that stands in for one that could not be fetched. A browser that says it is online may not reach the server yet.
  if (one("[data-offline]")) {
    const comeBack = async () => {
      const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER) };
      const response = await fetch(location.href, options).catch(() => null);
      if (response && isAnswer(response.status)) location.reload();
    };
    setInterval(comeBack, TICK);
    addEventListener("online", comeBack);
  }
  // Only here browsers have it; without it there is merely no such page.
  if (isSecureContext && "serviceWorker" in navigator) navigator.serviceWorker.register("/assets/worker.js", { scope: "/" }).catch(() => {});

  /** Fetches what was heard of but not shown, once nothing of this page's own is under way. */
  const catchUp = () => {
    const live = one("#live");
    if (live && Number(live.dataset.revision) < heard && sending === 0) htmx.trigger(live, "refresh");
  };
  const refresh = (root) => {
    if (root.id === "live" || root === document) {
      draw();
      markClickable();
      rolled = [];
      const dice = one("#dice");
      if (dice) dice.hidden = false;
      const live = one("#live");
      if (live) {
        catchUp();
        say([one("#happened")?.textContent, one("#question")?.textContent].filter(Boolean).join(" "));
      }
    }
    for (const field of all("[data-share]")) if (field.value.startsWith("/")) field.value = location.origin + field.value;
    for (const hidden of all("[data-copy][hidden], [data-reads][hidden], #watch[hidden]")) hidden.hidden = false;
    for (const field of all("form select, form input")) if (field.name) showEntries(field);
    for (const form of document.forms) showOfUse(form);
  };

  let pressed = false;
  const late = new Map();
  const release = () => {
    pressed = false;
    for (const [element, text] of late) if (element.isConnected) put(element, text);
    late.clear();
  };
  const put = (element, text) => {
    const opened = all("details[open]", element).map((details) => details.id);
    htmx.swap(element, text, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 });
    for (const id of opened) if (id && document.getElementById(id)) document.getElementById(id).open = true;
  };
  addEventListener("pointerdown", () => { pressed = true; }, true);
  // The click comes after the release, and must find the button it began on.
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(release), true);

  const on = (name, act) => document.addEventListener(`htmx:${name}`, act);
  on("sseOpen", (event) => {
    sources.set(event.target, event.detail.source);
    if (!event.target.matches("main")) return;
    reached();
    for (const name of ["alive", "changed"]) event.detail.source.addEventListener(name, reached);
  });
  on("sseError", (event) => {
    if (event.target.matches("main")) probe();
    else if (event.detail.source.readyState === EventSource.CLOSED) tellRefused(event.target, event.detail.source.url);
  });
  /** Says where hints appear why there are none: a stream that is refused does not tell its reason. */
  const tellRefused = async (panel, address) => {
    const stop = new AbortController();
    try {
      const response = await fetch(address, { credentials: "same-origin", cache: "no-store", signal: stop.signal });
      const reason = response.status === 429 ? await response.text() : "";
      stop.abort();
      if (!reason || !panel.isConnected) return;
      const line = document.createElement("p");
      line.className = "notice";
      const text = `${panel.dataset.refused || ""}${reason}. This page asks again by itself.`;
      line.textContent = text[0].toUpperCase() + text.slice(1);
      (one("[sse-swap=hint]", panel) || panel).replaceChildren(line);
    } catch {
      probe();
    }
  };
  on("sseClose", (event) => {
    if (event.target.id === "thinking") stopped(event.target);
    if (event.target.matches("main") && event.detail.type === "message") gone();
  });
  on("sseBeforeMessage", (event) => {
    // Swapped here, so that what is unfolded stays so and nothing moves under a finger.
    event.preventDefault();
    if (pressed) late.set(event.target, event.detail.data);
    else put(event.target, event.detail.data);
  });
  on("configRequest", (event) => {
    // htmx overlooks a button that belongs to a form without being inside it.
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name && !event.target.contains(button)) event.detail.parameters[button.name] = button.value;
  });
  on("beforeRequest", (event) => {
    const { triggeringEvent, verb } = event.detail.requestConfig;
    if (triggeringEvent?.type === "sse:changed") {
      heard = Math.max(heard, Number(triggeringEvent.detail?.data) || 0);
      // What this page itself enters comes with its own answer.
      if (sending > 0 || heard <= Number(event.detail.elt.dataset.revision)) return event.preventDefault();
    }
    if (verb !== "get") sending += 1;
  });
  on("afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "get") sending = Math.max(0, sending - 1);
    if (isAnswer(event.detail.xhr?.status)) reached();
    if (event.detail.successful) {
      trouble("");
      catchUp();
    }
  });
  const failed = () => {
    trouble("That did not reach the table, so nothing was entered. Check the connection and try again.");
    probe();
  };
  on("sendError", failed);
  on("timeout", failed);
  on("responseError", (event) => {
    const status = event.detail.xhr.status;
    if (status === 507) return trouble("The disk is full: nothing was entered. What was entered before is kept. Make room on the disk of the server, then enter it again.");
    trouble(status === 429 || status === 503 ? "Too much is going on at once. Try again in a moment." : `The table answered with an error (${status}). Reload the page.`);
  });
  let wasWithin = false;
  let isReading = false;
  on("beforeSwap", (event) => {
    if (event.detail.target?.id !== "live") return;
    wasWithin = Boolean(document.activeElement?.closest("#here, #live"));
    isReading = Boolean(one("#board-table[open]"));
  });
  on("afterSwap", (event) => {
    const target = event.detail.target || event.target;
    refresh(target.isConnected ? target : document);
    if (target.id !== "live") return;
    if (isReading && one("#board-table")) one("#board-table").open = true;
    close();
    ring("");
    const warning = one("#warning-name");
    if (warning) {
      // On a phone the sheet is in sight already; the page must not jump to where the sheet ends up.
      warning.focus({ preventScroll: true });
      one("#asked").scrollTop = 0;
      if (one("#asked").getBoundingClientRect().top < 0) one("#warning").scrollIntoView({ block: "nearest" });
    }
    // What a hint says was played: the board is what matters now.
    const by = event.detail.requestConfig?.triggeringEvent?.submitter;
    if (by && "home" in by.dataset && !one("#warning")) one("#board").scrollIntoView({ block: "start" });
    // Whoever had the focus on something that is gone goes on at what is asked.
    if (!warning && wasWithin && (!document.activeElement || document.activeElement === document.body)) one("#question")?.focus({ preventScroll: true });
  });
  for (const query of [wide, dark]) query.addEventListener("change", draw);
  // A phone that slept has missed what happened.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && one("#live") && sending === 0) htmx.trigger(one("#live"), "refresh");
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => refresh(document));
  else refresh(document);

  // ---- Setting up a position ----

  /** What suits the screen, so that the picture of the answer does. */
  const screen = () => ({ layout: wide.matches ? "wide" : "narrow", theme: dark.matches ? "dark" : "light" });
  const askEditor = (values) => {
    const form = one("#editor");
    if (form) htmx.ajax("POST", form.getAttribute("action"), { source: form, target: form, swap: "outerHTML", values: { ...values, ...screen() } });
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#editor #picture svg")) return;
    const spots = spotsAt(event.clientX, event.clientY);
    if (spots.length) askEditor({ at: spots.join("\n") });
  });
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.closest?.("#editor")) Object.assign(event.detail.parameters, screen());
  });
  /** On a phone the boards stand in a row, and the one on which something is being set is in view. */
  const partEditor = () => {
    const svg = one("#editor #picture > svg");
    if (!svg || wide.matches) return;
    one("#picture").replaceChildren(...parted(svg));
    const at = all("#strip > svg").findIndex((board) => one("[data-highlight]", board));
    if (at >= 0) shownBoard = at;
    else one("#panels [data-highlight]")?.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("htmx:load", (event) => event.target.id === "editor" && partEditor());
  // The first picture may have been drawn without knowing the screen.
  const suits = (form) => Object.entries(screen()).every(([name, value]) => form.elements.namedItem(name).value === value);
  if (one("#editor")) addEventListener("load", () => (suits(one("#editor")) ? partEditor() : askEditor({})));
})();
