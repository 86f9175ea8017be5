import { markOf, meaningOf } from "./board.js";
import { badge } from "./colour.js";
import { element } from "./element.js";
import { phrase } from "./language.js";
import { shownOn } from "./shapes.js";
import { titleOf } from "./sheet.js";
import { nameOf, result, textOf, thrown, verdictKind } from "./words.js";

/** A row of the history of a table. */
export function rowOf(entry, verdict, show, table) {
	const { id, kind, by, label, turn, rolls = [], total, dice = [], endedAt, commitment, seed, hidden, score, box = score?.box, points = score?.points ?? total } = entry;
	const isThrow = kind === "throw", more = dice.length - 50;
	const span = (name, ...children) => element("span", { class: name }, ...children);
	const chips = dice.slice(0, 50).map((die) => span(die.locked ? "held" : die.kept === false ? "out" : "", die.hidden ? "?" : shownOn(die)));
	const lines = isThrow ? [hidden ? thrown(entry) : textOf(entry)] : rolls.map(({ by, outcome, rolled, values }) =>
		`${by}: ${outcome === "void" ? phrase("voidRoll") : values.map((value, index) => ({ shown: shownOn({ ...dice[index], value }), isRolled: rolled.includes(index + 1) })).map(({ shown, isRolled }) => (isRolled ? shown : `[${shown}]`)).join(" ")}`);
	const what = kind === "correction" ? phrase("correctedTo", { box: titleOf(box, table) }) : titleOf(box, table) ?? label;
	const time = new Date(endedAt).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
	return element("details", { id: `entry-${id}` },
		element("summary", {},
			span("head", element("b", {}, isThrow ? nameOf(entry) : phrase("turn", { turn })), span("who", badge(by), what ? `${by} · ${what}` : by), span("sum", isThrow ? result(entry) : points)),
			meaningOf(entry), span("chips", ...chips, more > 0 ? phrase("more", { count: more }) : ""), span("foot", time, span(verdictKind(verdict), verdict))),
		...lines.map((line) => element("p", {}, line)), markOf(entry, show), element("code", {}, commitment ? phrase(seed ? "promiseSeed" : "promise", { commitment, seed }) : ""));
}
