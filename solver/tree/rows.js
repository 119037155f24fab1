// The tree: rows that open and close, and the keys that move through them.

const MOST_AT_ONCE = 3000; // rows that one key may open
const tree = byId("tree");
const firstRow = new Map(); // node -> the row that shows it first
let chosen = null;
let rowsMade = 0;

function makeRow(edge, parent) {
  const number = edge ? edge.target : root;
  const only = !parent || moves[parent.node].length === 1;
  const row = {
    node: number,
    edge,
    parent,
    depth: parent ? parent.depth + (only ? 0 : 1) : 0,
    level: parent ? parent.level + 1 : 1,
    open: false,
    inside: null,
    back: Boolean(edge && edge.repetition),
    element: null,
  };
  if (!row.back && !firstRow.has(number)) firstRow.set(number, row);
  row.element = drawn(row);
  return row;
}

const canOpen = (row) => !row.back && moves[row.node].length > 0;
const elsewhere = (row) => firstRow.get(row.node) !== row;

function drawn(row) {
  const node = nodes[row.node];
  const edge = row.edge;
  const guides = make("span", { class: "guides", "aria-hidden": "true" });
  for (let depth = 0; depth < row.depth; depth += 1) guides.append(make("i"));
  const twist = make("span", { class: "twist", "aria-hidden": "true" });
  if (canOpen(row)) twist.textContent = "▸";
  const parts = [guides, twist];
  if (edge) {
    parts.push(seatMark(nodes[edge.source].mover), inSigns(edge.move));
    parts.push(valueMark(node, edge.plies));
    if (edge.best && moves[edge.source].length > 1) {
      parts.push(make("span", { class: "best", title: "the best move" }, "★"));
    }
  } else {
    parts.push(make("span", { class: "move" }, "Start"), valueMark(node, node.plies));
  }
  if (row.back || elsewhere(row)) {
    const words = row.back ? `↺ back to ${row.node}` : `→ as ${row.node}`;
    const title = row.back
      ? "The same situation as before: a repetition"
      : "The same position as one shown elsewhere";
    parts.push(
      make("span", { class: "jump", title, onclick: (event) => jump(event, row) }, words),
    );
  } else {
    if (node.outcome) parts.push(make("span", { class: "end" }, `■ ${node.outcome}`));
    if (node.cut) parts.push(make("span", { class: "cut" }, `… cut: ${node.cut}`));
    if (moves[row.node].length > 1) {
      parts.push(make("span", { class: "more" }, count(moves[row.node].length, "move")));
    }
    parts.push(make("span", { class: "number", title: "number" }, String(row.node)));
  }
  const element = make(
    "div",
    {
      class: "row",
      id: `row-${(rowsMade += 1)}`,
      role: "treeitem",
      "aria-level": row.level,
      "aria-selected": "false",
      "aria-expanded": canOpen(row) ? "false" : null,
      "data-node": row.node,
    },
    ...parts,
  );
  element.row = row;
  return element;
}

/** The rows below a row that are to be seen, in their order. */
function below(row) {
  const found = [];
  const waiting = row.open ? [...row.inside].reverse() : [];
  while (waiting.length) {
    const next = waiting.pop();
    found.push(next);
    if (next.open) waiting.push(...[...next.inside].reverse());
  }
  return found;
}

/** Mark a row as open and make the rows in it, without showing them. */
function unfold(row) {
  row.inside ||= moves[row.node].map((edge) => makeRow(edge, row));
  row.open = true;
  row.element.setAttribute("aria-expanded", "true");
}

function show(row) {
  row.element.after(...below(row).map((each) => each.element));
}

function open(row) {
  if (!canOpen(row) || row.open) return;
  unfold(row);
  show(row);
}

function close(row) {
  if (!row.open) return;
  for (const each of below(row)) each.element.remove();
  row.open = false;
  row.element.setAttribute("aria-expanded", "false");
  if (!chosen.element.isConnected) choose(row);
}

function openAll(row) {
  for (const each of below(row)) each.element.remove();
  const waiting = [row];
  let made = 0;
  for (let at = 0; at < waiting.length && made < MOST_AT_ONCE; at += 1) {
    const next = waiting[at];
    // What is shown elsewhere is opened there.
    if (!canOpen(next) || (elsewhere(next) && next !== row)) continue;
    unfold(next);
    made += next.inside.length;
    waiting.push(...next.inside);
  }
  show(row);
  const all = made < MOST_AT_ONCE;
  byId("status").textContent = all ? "" : `${count(made, "move")} opened; there are more`;
}

function closeAll() {
  choose(start);
  const waiting = [start];
  for (const each of below(start)) each.element.remove();
  while (waiting.length) {
    const row = waiting.pop();
    if (row.inside) waiting.push(...row.inside);
    row.open = false;
    if (canOpen(row)) row.element.setAttribute("aria-expanded", "false");
  }
  byId("status").textContent = "";
}

function reveal(row) {
  const way = [];
  for (let above = row.parent; above; above = above.parent) way.unshift(above);
  way.forEach(open);
  choose(row);
}

function jump(event, row) {
  if (event) event.stopPropagation();
  if (row.back) {
    let above = row.parent;
    while (above && above.node !== row.node) above = above.parent;
    reveal(above || firstRow.get(row.node));
  } else {
    reveal(firstRow.get(row.node));
  }
}

const bestIn = (row) => row.inside.find((each) => each.edge.best) || null;

function follow() {
  if (chosen.back) return jump(null, chosen);
  if (!canOpen(chosen)) return;
  open(chosen);
  choose(bestIn(chosen) || chosen.inside[0]);
}

function choose(row) {
  if (chosen) chosen.element.setAttribute("aria-selected", "false");
  chosen = row;
  row.element.setAttribute("aria-selected", "true");
  tree.setAttribute("aria-activedescendant", row.element.id);
  row.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  drawBoard(row);
}

// ---- keys

const visible = () => [start, ...below(start)];

function stepTo(offset) {
  const rows = visible();
  const at = rows.indexOf(chosen) + offset;
  choose(rows[Math.max(0, Math.min(rows.length - 1, at))]);
}

/** Go to the next or previous row whose mover has a choice. */
function stepToChoice(direction) {
  const rows = visible();
  for (let at = rows.indexOf(chosen) + direction; rows[at]; at += direction) {
    if (!rows[at].back && moves[rows[at].node].length > 1) return choose(rows[at]);
  }
}

function toggle() {
  if (chosen.back || (!canOpen(chosen) && elsewhere(chosen))) jump(null, chosen);
  else if (chosen.open) close(chosen);
  else open(chosen);
}

function showKeys() {
  const help = byId("help");
  help.hidden = !help.hidden;
  byId("keys").setAttribute("aria-expanded", String(!help.hidden));
}

const KEYS = {
  ArrowDown: () => stepTo(1),
  ArrowUp: () => stepTo(-1),
  PageDown: () => stepTo(15),
  PageUp: () => stepTo(-15),
  Home: () => choose(start),
  End: () => choose(visible().pop()),
  ArrowRight: () => {
    if (!canOpen(chosen)) return;
    if (chosen.open) choose(chosen.inside[0]);
    else open(chosen);
  },
  ArrowLeft: () => {
    if (chosen.open) close(chosen);
    else if (chosen.parent) choose(chosen.parent);
  },
  Enter: toggle,
  " ": toggle,
  b: follow,
  n: () => stepToChoice(1),
  p: () => stepToChoice(-1),
  e: () => openAll(chosen),
  c: closeAll,
  "?": showKeys,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A button that has the focus is pressed with these two.
  if (event.target.tagName === "BUTTON" && [" ", "Enter"].includes(event.key)) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
  tree.focus({ preventScroll: true });
});

tree.addEventListener("click", (event) => {
  const element = event.target.closest(".row");
  if (!element) return;
  choose(element.row);
  if (event.target.closest(".twist")) toggle();
});
tree.addEventListener("dblclick", (event) => {
  if (event.target.closest(".row") && !event.target.closest(".twist")) toggle();
});
byId("open-all").addEventListener("click", () => openAll(chosen));
byId("close-all").addEventListener("click", closeAll);
byId("follow").addEventListener("click", follow);
byId("keys").addEventListener("click", showKeys);

// ---- the start

const first = read(nodes[root].position);
const title = {
  strategy: side && side.length ? `Strategy of ${seatsInWords(side)}` : "No strategy is proven",
  full: "All moves",
  line: "A line of best play",
}[kind];
const cut = nodes.filter((node) => node.cut).length;
document.title = `${title} · kozyr`;
byId("title").textContent = title;
const mark = document.querySelector(".mark");
mark.textContent = sign(first.trump);
mark.classList.add(first.trump);
mark.style.color = `var(--${first.trump})`;
byId("about").textContent = [
  capital(first.game),
  `trump ${sign(first.trump)}`,
  verdict(nodes[root]),
  `values are those of ${seatsInWords(coalition)}`,
  count(nodes.length, "position"),
  count(data.edges.length, "move"),
  ...(cut ? [`${count(cut, "position")} cut`] : []),
].join(" · ");

const start = makeRow(null, null);
tree.append(start.element);
chosen = start;
// The line of best moves stands open, everything beside it closed.
for (let row = start; row && canOpen(row); row = bestIn(row)) {
  if (row !== start && elsewhere(row)) break;
  open(row);
}
choose(start);
tree.focus({ preventScroll: true });
