import { badge } from "./colour.js";
import { button, element, ui, write } from "./element.js";
import { names, phrase } from "./language.js";
import { drawSeats } from "./seats.js";
import { titleOf } from "./sheet.js";
import { result, roller, seen, thrown, verdictKind } from "./words.js";

/** Shows what stands around the dice of a table. `line` stands in the place of the total, if there is one. */
export function drawTable(table, remark, verdict, selves, line) {
	const { turn, rollsPerTurn: most, rollsLeft, contributors = [], isRolling, game } = table;
	write(ui.name, table.table);
	write(ui.facts, game?.over ? remark : phrase("facts", { turn, roll: most ? phrase("rollOf", { roll: most - rollsLeft, most }) : table.roll, more: remark }));
	drawSeats(table, selves);
	if (line || !isRolling) write(ui.sum, line || table.shown);
	ui.sum.classList.toggle("old", isRolling);
	ui.sum.classList.toggle("call", !!line);
	drawRoller(line ? { roll: table.roll, last: table.last ?? "" } : table);
	const who = new Set(contributors.filter((each) => !each.nextTurn).map((each) => each.by));
	const contributing = who.size ? phrase("contributes", { names: names(who), count: who.size }) : "";
	write(ui.proof, [verdict, contributing].filter(Boolean).join(" · "));
	ui.proof.className = verdictKind(verdict);
}

/** Who rolls or has rolled. */
export function drawRoller(table) {
	const { by, roll, turn, isRolling, last = table.up && !table.game?.over ? phrase("notYourTurn", { name: table.up }) : turn > 1 ? "" : undefined } = table, words = roller({ by, roll, isRolling, last });
	if (ui.by.textContent !== words) ui.by.replaceChildren(table.by ? badge(table.by) : "", words);
}

/** Who sees a secret throw, with a button that calls `show`. */
export function markOf(entry, show) {
	const words = seen(entry);
	if (!words) return "";
	return element("p", { class: "seen" }, element("span", {}, words), show ? button(phrase("show"), () => show(entry.throw)) : "");
}

/** A row of the history of a table. */
export function rowOf(entry, verdict, show, table) {
	const { id, kind, by, label, saved, expression, turn, text, rolls = [], total, dice = [], endedAt, commitment, seed, hidden, score, box = score?.box, points = score?.points ?? total } = entry;
	const isThrow = kind === "throw", more = dice.length - 50;
	const span = (name, ...children) => element("span", { class: name }, ...children);
	const chips = dice.slice(0, 50).map((die) => span(die.locked ? "held" : die.kept === false ? "out" : "", die.hidden ? "?" : die.value));
	const lines = isThrow ? [hidden ? thrown(entry) : text] : rolls.map(({ by, outcome, rolled, values }) =>
		`${by}: ${outcome === "void" ? phrase("voidRoll") : values.map((value, index) => (rolled.includes(index + 1) ? value : `[${value}]`)).join(" ")}`);
	const what = kind === "correction" ? phrase("correctedTo", { box: titleOf(box, table) }) : titleOf(box, table) ?? label;
	const time = new Date(endedAt).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
	return element("details", { id: `entry-${id}` },
		element("summary", {},
			span("head", element("b", {}, isThrow ? (saved ? `${saved}: ${expression}` : expression) : phrase("turn", { turn })), span("who", badge(by), what ? `${by} · ${what}` : by), span("sum", isThrow ? result(entry) : points)),
			span("chips", ...chips, more > 0 ? phrase("more", { count: more }) : ""), span("foot", time, span(verdictKind(verdict), verdict))),
		...lines.map((line) => element("p", {}, line)), markOf(entry, show), element("code", {}, commitment ? phrase(seed ? "promiseSeed" : "promise", { commitment, seed }) : ""));
}
