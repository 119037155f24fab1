"use strict";
// The data, and everything that is said in words.

const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const TEXT_STYLE = "\uFE0E"; // a sign, not a coloured picture of one
const byId = (id) => document.getElementById(id);

const data = JSON.parse(byId("data").textContent);
const { root, kind, coalition, side } = data.graph;
const ours = new Set(coalition);
const nodes = data.nodes;
const moves = nodes.map(() => []);
for (const edge of data.edges) moves[edge.source].push(edge);

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const count = (number, noun) =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

function seatsInWords(seats) {
  if (seats.length === 1) return `seat ${seats[0]}`;
  return `seats ${seats.slice(0, -1).join(", ")} and ${seats[seats.length - 1]}`;
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const rank = (letter) => (letter === "T" ? "10" : letter);
const sign = (suit) => SIGNS[suit] + TEXT_STYLE;

/** A move with its cards in the colours of their suits. */
function inSigns(move) {
  const text = make("span", { class: "move" });
  const card = /([6-9TJQKA])([shdc])/g;
  let end = 0;
  for (const found of move.matchAll(card)) {
    text.append(move.slice(end, found.index).replace(",", ", "));
    text.append(make("span", { class: found[2] }, rank(found[1]) + sign(found[2])));
    end = found.index + found[0].length;
  }
  if (!end) text.append(make("span", { class: "word" }, move));
  return text;
}

function seatMark(seat) {
  return make(
    "span",
    { class: ours.has(seat) ? "seat ours" : "seat", title: `seat ${seat}` },
    String(seat),
  );
}

function bounds(node) {
  if (node.value !== "unknown") return node.value;
  if (node.at_least === "draw") return "draw or win";
  return node.at_most === "draw" ? "loss or draw" : "unknown";
}

function valueMark(node, plies) {
  const words = bounds(node) + (plies === null || !plies ? "" : ` in ${plies}`);
  return make("span", { class: `value ${node.value}` }, words);
}

/** What a position is worth, as a sentence. */
function verdict(node) {
  const who = capital(seatsInWords(coalition));
  const s = coalition.length === 1 ? "s" : "";
  const within = node.plies ? ` in ${count(node.plies, "move")}` : "";
  if (node.outcome) {
    const how = capital(node.outcome);
    return node.value === "draw" ? `Draw: ${node.outcome}` : how;
  }
  if (node.value === "win") return `${who} win${s}${within}`;
  if (node.value === "loss") return `${who} lose${s}${within}`;
  if (node.value === "draw") return "Draw";
  const does = s ? "does" : "do";
  if (node.at_least === "draw") return `${who} ${does} not lose`;
  if (node.at_most === "draw") return `${who} ${does} not win`;
  return "Unknown";
}
