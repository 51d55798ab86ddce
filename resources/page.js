"use strict";
// The board of a living page: draws positions, switches layers, and answers for squares.
(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const { keys, texts, contents, plies } = data;
  const rows = [...document.querySelectorAll("[data-layer]")];
  const layers = rows.map((item) => [item.querySelector("strong").textContent,
    item.querySelector("small").textContent, item.dataset.layer === "files"]);
  const [left, top, flipped] = data.board;
  const OVER = 64, SYMBOLS = 65, WORDS = 129, POSITION = 193; // The places that the writer of the page numbers.
  const SIDES = ["White", "Black"];
  const board = find("board"), marks = find("marks"), panel = find("answer");
  const buttons = [...document.querySelectorAll("[data-tag]")];
  const moves = [...document.querySelectorAll("[data-ply]")];
  const off = new Set(); // The tags that are switched off: a layer's number, doubled, and one more for Black.
  const places = new Array(POSITION + 1).fill(0);
  let ply = -1, faded = null, pinned = null, current = flipped ? 63 : 0;

  const column = (square) => (flipped ? 7 - (square % 8) : square % 8);
  const row = (square) => (flipped ? square >> 3 : 7 - (square >> 3));
  const squareAt = (x, y) => (flipped ? 8 * y + 7 - x : 8 * (7 - y) + x);

  function element(name, attributes = {}, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function words(name, text, kind = "") {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  function named(square) {
    const piece = texts[contents[places[WORDS + square]][0]];
    return `${"abcdefgh"[square % 8]}${(square >> 3) + 1}, ${piece}`;
  }

  function draw() {
    const uses = [];
    for (let place = 0; place < WORDS; place++) {
      const content = contents[places[place]];
      const square = place < OVER ? place : place - SYMBOLS;
      for (let index = 0; index < content.length; index += 2) {
        const [number, tag] = [content[index], content[index + 1]];
        if (off.has(tag)) continue;
        const use = element("use", { href: `#n${number}` });
        if (place !== OVER) {
          use.setAttribute("x", left + 100 * column(square));
          use.setAttribute("y", top + 100 * row(square));
        }
        if (faded !== null && tag >= 0 && tag >> 1 !== faded) use.setAttribute("class", "faded");
        uses.push(use);
      }
    }
    marks.replaceChildren(...uses);
  }

  function answer(square) {
    cells.forEach((cell, number) => cell.classList.toggle("chosen", number === square));
    if (square === null) {
      panel.replaceChildren(words("p", "Point at a square or tap it: it says which layers hold it, and why."),
        words("small", `Keys: Tab goes to the board, arrows to its squares${plies.length > 1
          ? "; elsewhere ← and → go through the moves" : ""}${layers.length
          ? "; 1, 2, 3 … switch a layer: both sides, White, Black, none; w and b a side" : ""}.`));
      return;
    }
    const [, headline, held, more] = contents[places[WORDS + square]];
    const parts = [words("h2", named(square)), words("p", texts[headline])];
    const list = document.createElement("ul");
    for (let index = 0; index < held.length; index += 2) {
      const [tag, text] = [held[index], texts[held[index + 1]]];
      if (off.has(tag)) continue;
      const item = words("li", ` ${text || layers[tag >> 1][1]}`, SIDES[tag & 1].toLowerCase());
      item.prepend(words("strong", `${layers[tag >> 1][0]} (${SIDES[tag & 1]}):`));
      list.append(item);
    }
    more.forEach((text) => list.append(words("li", texts[text])));
    if (list.childElementCount) parts.push(list);
    panel.replaceChildren(...parts);
  }

  function pin(square) {
    pinned = square;
    answer(square);
  }

  function go(wanted) {
    const target = Math.max(0, Math.min(plies.length - 1, wanted));
    if (target === ply) return;
    if (target < ply) {
      places.fill(0);
      ply = -1;
    }
    while (ply < target) {
      const changes = plies[++ply];
      for (let index = 0; index < changes.length; index += 2) places[changes[index]] = changes[index + 1];
    }
    const counts = new Array(2 * layers.length).fill(0);
    cells.forEach((cell, square) => {
      const held = contents[places[WORDS + square]][2];
      cell.setAttribute("aria-label", named(square));
      for (let index = 0; index < held.length; index += 2) counts[held[index]]++;
    });
    buttons.forEach((button) => {
      const tag = Number(button.dataset.tag);
      const count = layers[tag >> 1][2] ? counts[tag] / 8 : counts[tag];
      button.querySelector("b").textContent = count;
      button.setAttribute("aria-label", `${SIDES[tag & 1]}: ${layers[tag >> 1][0]}, ${count}`);
    });
    const [move, sentence, fen, comment] = contents[places[POSITION]];
    find("now").replaceChildren(words("strong", texts[move]), ` ${texts[sentence]} `, words("span", texts[comment], "comment"));
    find("fen").textContent = texts[fen];
    moves.forEach((button) => {
      if (Number(button.dataset.ply) === ply) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const list = find("moves"), now = list && list.querySelector("[aria-current]");
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
    document.querySelectorAll(".now").forEach((line) => line.setAttribute("x", ply + data.first));
    draw();
    answer(pinned);
  }

  function set(tags, shown) {
    tags.forEach((tag) => (shown ? off.delete(tag) : off.add(tag)));
    buttons.forEach((button) => button.setAttribute("aria-pressed", !off.has(Number(button.dataset.tag))));
    draw();
    answer(pinned);
  }

  function tagsOf(isWanted) {
    return buttons.map((button) => Number(button.dataset.tag)).filter(isWanted);
  }

  // Both sides, White alone, Black alone, none, and again; a layer of one side has two states.
  function turn(layer) {
    const tags = tagsOf((tag) => tag >> 1 === layer);
    const shown = tags.filter((tag) => !off.has(tag));
    const next = shown.length === tags.length ? tags.slice(0, tags.length - 1)
      : shown.length && shown[0] === tags[0] ? tags.slice(1) : shown.length ? [] : tags;
    set(tags, false);
    set(next, true);
  }

  function focus(square) {
    cells[current].setAttribute("tabindex", "-1");
    current = square;
    cells[square].setAttribute("tabindex", "0");
    cells[square].focus();
  }

  const cells = [];
  const grid = element("g", { role: "grid", "aria-label": "Squares", "aria-describedby": "h" });
  for (let y = 0; y < 8; y++) {
    const line = element("g", { role: "row" });
    for (let x = 0; x < 8; x++) {
      const cell = element("rect", { role: "gridcell", class: "cell", tabindex: -1, x: left + 100 * x, y: top + 100 * y,
        width: 100, height: 100 });
      cell.dataset.square = squareAt(x, y);
      cells[squareAt(x, y)] = cell;
      line.append(cell);
    }
    grid.append(line);
  }
  const squareOf = (event) => (event.target.dataset.square ? Number(event.target.dataset.square) : null);
  grid.addEventListener("pointerover", (event) => event.pointerType === "mouse" && answer(squareOf(event)));
  grid.addEventListener("pointerleave", () => answer(pinned));
  grid.addEventListener("mousedown", (event) => event.preventDefault()); // The arrow keys stay with the moves.
  grid.addEventListener("click", (event) => pin(squareOf(event) === pinned ? null : squareOf(event)));
  // Chromium lets the keyboard go to an element of an SVG that listens to the focus itself.
  find("view").addEventListener("focusin", (event) => event.target.dataset.square && pin(squareOf(event)));
  board.append(grid);
  board.setAttribute("role", "group");
  cells[current].setAttribute("tabindex", "0");

  for (const button of [...buttons, ...moves]) button.disabled = false;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button"), life = event.target.closest(".life");
    if (life) {
      const box = life.getBoundingClientRect();
      go(Math.floor(((event.clientX - box.left) / box.width) * life.viewBox.baseVal.width) - data.first);
    }
    if (!button) return;
    const { tag, ply: wanted, step } = button.dataset;
    if (tag) set([Number(tag)], off.has(Number(tag)));
    if (wanted) go(Number(wanted));
    if (step) go(ply + Number(step));
  });
  rows.forEach((item, number) => {
    const fade = (layer) => () => {
      faded = layer;
      draw();
    };
    for (const name of ["pointerenter", "focusin"]) item.addEventListener(name, fade(number));
    for (const name of ["pointerleave", "focusout"]) item.addEventListener(name, fade(null));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const inside = event.target.classList.contains("cell"), { key } = event;
    const [x, y] = [column(current), row(current)];
    const next = { ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1] }[key];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key] || (inside && { PageUp: -1, PageDown: 1 }[key]);
    const layer = keys.indexOf(key);
    if (inside && next) focus(squareAt(...next.map((part) => Math.max(0, Math.min(7, part)))));
    else if (step && plies.length > 1) go(ply + step);
    else if (key === "Escape") pin(null);
    else if (layer >= 0 && layer < layers.length) turn(layer);
    else if (key === "w" || key === "b") {
      const tags = tagsOf((tag) => (tag & 1) === (key === "b" ? 1 : 0));
      set(tags, tags.every((tag) => off.has(tag)));
    } else return;
    event.preventDefault();
  });
  find("steps").hidden = false;
  go(0);
})();
