// The position beside the tree: hands, table or pile, moves, the way there.

/** Take a text of NOTATION.md apart. */
function read(text) {
  const [game, trump, hands, table, mover, ...more] = text.split(" ");
  const options = Object.fromEntries(more.map((each) => each.split("=")));
  return {
    game,
    trump,
    hands: hands.split("/").map(cardsIn),
    table: table === "-" ? [] : table.split(",").map((each) => each.split(":")),
    pile: game === "kryt" ? cardsIn(table) : [],
    mover: Number(mover),
    by: Number(options.by || 0),
    taking: "taking" in options,
    limit: Number(options.limit || 6),
    stock: cardsIn(options.stock || ""),
  };
}

const cardsIn = (text) => text.match(/[6-9TJQKA][shdc]/g) || [];

function drawCard(card, trump) {
  const suit = card[1];
  return make(
    "span",
    { class: `card ${suit}${suit === trump ? " trump" : ""}` },
    make("span", {}, rank(card[0])),
    make("b", {}, sign(suit)),
  );
}

const drawCards = (cards, trump, look = "") =>
  make("div", { class: `cards ${look}` }, ...cards.map((card) => drawCard(card, trump)));

function defender(position) {
  const attacker = position.by || position.mover;
  const seats = position.hands.length;
  for (let step = 1; step < seats; step += 1) {
    const seat = ((attacker - 1 + step) % seats) + 1;
    if (position.hands[seat - 1].length) return seat;
  }
  return 0;
}

function role(position, seat, over) {
  if (!position.hands[seat - 1].length && !position.stock.length) return "out";
  if (over || position.game === "kryt") return "";
  if (seat === defender(position)) return position.taking ? "takes" : "defends";
  return seat === (position.by || position.mover) ? "attacks" : "";
}

function drawHand(position, seat, over) {
  const cards = position.hands[seat - 1];
  const toMove = seat === position.mover;
  const words = [role(position, seat, over), toMove ? "to move" : ""];
  return make(
    "section",
    { class: toMove ? "hand moves" : "hand" },
    make(
      "p",
      {},
      seatMark(seat),
      make("b", {}, `Seat ${seat}`),
      make("span", {}, words.filter(Boolean).join(", ")),
    ),
    cards.length ? drawCards(cards, position.trump) : null,
  );
}

function drawTable(position) {
  const felt = make("section", { class: "felt" });
  if (position.game === "kryt") {
    const size = position.pile.length;
    const words = size ? `A pile of ${count(size, "card")}, its top at the end` : "No pile";
    felt.append(make("p", { class: "note" }, words));
    if (size) felt.append(drawCards(position.pile, position.trump, "pile"));
    return felt;
  }
  if (!position.table.length) return null;
  const cards = position.table.map((pair) =>
    make("div", { class: "pair" }, ...pair.map((each) => drawCard(each, position.trump))),
  );
  felt.append(make("div", { class: "cards" }, ...cards));
  return felt;
}

function drawMoves(row) {
  const node = nodes[row.node];
  if (!moves[row.node].length) return [];
  const played = side && side.includes(node.mover);
  const title = played ? `Seat ${node.mover} plays` : `Seat ${node.mover} can play`;
  const list = make("ul", { class: "moves-list" });
  for (const edge of moves[row.node]) {
    const go = () => {
      open(row);
      choose(row.inside.find((each) => each.edge === edge));
    };
    list.append(
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", onclick: go },
          inSigns(edge.move),
          valueMark(nodes[edge.target], edge.plies),
          edge.best && moves[row.node].length > 1
            ? make("span", { class: "best" }, "★")
            : null,
          edge.repetition ? make("span", { class: "end" }, "↺ repetition") : null,
        ),
      ),
    );
  }
  return [make("h3", {}, title), list];
}

function drawWay(row) {
  const way = [];
  for (let each = row; each.edge; each = each.parent) way.unshift(each.edge);
  if (!way.length) return [];
  const crumbs = make("div", { class: "crumbs" });
  way.forEach((edge, at) => {
    const step = make("span", {}, make("span", { class: "n" }, `${at + 1}. `));
    step.append(inSigns(edge.move));
    crumbs.append(step);
  });
  return [make("h3", {}, "Played so far"), crumbs];
}

function drawBoard(row) {
  const node = nodes[row.node];
  const position = read(node.position);
  const over = node.outcome !== null;
  const notes = [];
  if (position.stock.length) notes.push(`${count(position.stock.length, "card")} in the stock`);
  if (position.limit !== 6) notes.push(`at most ${position.limit} attack cards`);
  if (node.cut) notes.push(`the moves from here are cut: ${node.cut}`);
  if (row.back) notes.push("this position was there before: a repetition");
  const board = byId("board");
  board.replaceChildren(
    make("h2", { class: node.value }, verdict(node)),
    make("p", { class: "note" }, [`Position ${row.node}`, ...notes].join(" · ")),
    ...position.hands.map((_, at) => drawHand(position, at + 1, over)),
  );
  const table = drawTable(position);
  if (table) board.append(table);
  if (position.stock.length) {
    board.append(
      make("h3", {}, "Stock, in drawing order"),
      drawCards(position.stock, position.trump, "small"),
    );
  }
  board.append(...(row.back ? [] : drawMoves(row)), ...drawWay(row));
  board.append(make("h3", {}, "As text"), make("code", {}, node.position));
  board.scrollTop = 0;
}
