import { badge } from "./colour.js";
import { element, fillWith, ui, write } from "./element.js";
import { names, phrase } from "./language.js";
import { result, roller, seen, thrown, verdictKind } from "./words.js";

/** Shows what stands around the dice of a table. */
export function drawTable(table, remark, verdict, self) {
	const { turn, rollsPerTurn: most, rollsLeft, contributors = [], isRolling, players = [], watching = players, up } = table;
	write(ui.name, table.table);
	write(ui.facts, phrase("facts", { turn, roll: most ? phrase("rollOf", { roll: most - rollsLeft, most }) : table.roll, more: remark }));
	if (!isRolling) write(ui.sum, table.shown);
	ui.sum.classList.toggle("old", isRolling);
	drawRoller(table);
	const who = new Set(contributors.filter((each) => !each.nextTurn).map((each) => each.by));
	const contributing = who.size ? phrase("contributes", { names: names(who), count: who.size }) : "";
	write(ui.proof, [verdict, contributing].filter(Boolean).join(" · "));
	ui.proof.className = verdictKind(verdict);
	fillWith(ui.seats, [...new Set([...players, ...watching])].map((name) => {
		const isAway = !watching.includes(name), isGuest = players[0] && !players.includes(name);
		const part = name === self ? "isYou" : isAway ? "isAway" : isGuest && "isWatching";
		return element("li", { class: name === up ? "up" : isAway || isGuest ? "faint" : "" }, name === up ? "▸ " : "", badge(name), element("bdi", {}, name), part ? ` (${phrase(part)})` : "");
	}));
}

/** Who rolls or has rolled. */
export function drawRoller(table) {
	const words = roller(table);
	if (ui.by.textContent !== words) ui.by.replaceChildren(table.by ? badge(table.by) : "", words);
}

/** Who sees a secret throw, with a button that calls `show`. */
export function markOf({ throw: number, seenBy }, show) {
	if (!seenBy) return "";
	const button = element("button", {}, phrase("show"));
	button.addEventListener("click", () => show(number));
	return element("p", { class: "seen" }, element("span", {}, seen({ seenBy })), show ? button : "");
}

/** A row of the history. */
export function rowOf(entry, verdict, show) {
	const { id, kind, by, label, expression, turn, text, rolls, total, dice, endedAt, commitment, seed, hidden } = entry;
	const isThrow = kind === "throw", more = dice.length - 50;
	const span = (name, ...children) => element("span", { class: name }, ...children);
	const chips = dice.slice(0, 50).map((die) => span(die.locked ? "held" : die.kept === false ? "out" : "", die.hidden ? "?" : die.value));
	const lines = isThrow ? [hidden ? thrown(entry) : text] : rolls.map(({ by, outcome, rolled, values }) =>
		`${by}: ${outcome === "void" ? phrase("voidRoll") : values.map((value, index) => (rolled.includes(index + 1) ? value : `[${value}]`)).join(" ")}`);
	const time = new Date(endedAt).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
	return element("details", { id: `entry-${id}` },
		element("summary", {},
			span("head", element("b", {}, isThrow ? expression : phrase("turn", { turn })), span("who", badge(by), label ? `${by} · ${label}` : by), span("sum", isThrow ? result(entry) : total)),
			span("chips", ...chips, more > 0 ? phrase("more", { count: more }) : ""), span("foot", time, span(verdictKind(verdict), verdict))),
		...lines.map((line) => element("p", {}, line)), markOf(entry, show), element("code", {}, commitment ? phrase(seed ? "promiseSeed" : "promise", { commitment, seed }) : ""));
}
