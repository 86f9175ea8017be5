import { badge } from "./colour.js";
import { element, fillWith, ui, write } from "./element.js";
import { names, result, roller, seen, thrown } from "./words.js";

/** Shows what stands around the dice of a table. */
export function drawTable(table, remark, verdict, self) {
	const { turn, rollsPerTurn: most, rollsLeft, contributors = [], isRolling, players = [], watching = players, up } = table;
	write(ui.name, table.table);
	write(ui.facts, `Turn ${turn} · Roll ${most ? `${most - rollsLeft} of ${most}` : table.roll} · ${remark}`);
	if (!isRolling) write(ui.sum, table.shown);
	ui.sum.classList.toggle("old", isRolling);
	drawRoller(table);
	const who = new Set(contributors.filter((each) => !each.nextTurn).map((each) => each.by));
	const contributing = who.size ? `${names([...who])} ${who.size > 1 ? "contribute" : "contributes"} to the dice` : "";
	write(ui.proof, [verdict, contributing].filter(Boolean).join(" · "));
	ui.proof.className = verdict.match("WRONG") ?? "";
	fillWith(ui.seats, [...new Set([...players, ...watching])].map((name) => {
		const isAway = !watching.includes(name), isGuest = players[0] && !players.includes(name);
		const part = name === self ? " (you)" : isAway ? " (away)" : isGuest ? " (watching)" : "";
		return element("li", { class: name === up ? "up" : isAway || isGuest ? "faint" : "" }, name === up ? "▸ " : "", badge(name), element("bdi", {}, name), part);
	}));
}

/** Who rolls or has rolled. */
export function drawRoller(table) {
	const words = roller(table);
	if (ui.by.textContent !== words) ui.by.replaceChildren(table.by ? badge(table.by) : "", words);
}

/** Who sees a secret throw, with a button that calls `show`. */
export function markOf(entry, show) {
	const words = seen(entry);
	if (!words) return "";
	const button = element("button", {}, "Show");
	button.addEventListener("click", () => show(entry.throw));
	return element("p", { class: "seen" }, element("span", {}, words), show ? button : "");
}

/** A row of the history. */
export function rowOf(entry, verdict, show) {
	const { id, kind, by, label, expression, turn, text, rolls, total, dice, endedAt, commitment, seed, hidden } = entry;
	const isThrow = kind === "throw", more = dice.length - 50;
	const span = (name, ...children) => element("span", { class: name }, ...children);
	const chips = dice.slice(0, 50).map((die) => span(die.locked ? "held" : die.kept === false ? "out" : "", die.hidden ? "?" : die.value));
	const lines = isThrow ? [hidden ? thrown(entry) : text] : rolls.map(({ by, outcome, rolled, values }) =>
		`${by}: ${outcome === "void" ? "void" : values.map((value, index) => (rolled.includes(index + 1) ? value : `[${value}]`)).join(" ")}`);
	const time = new Date(endedAt).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
	return element("details", { id: `entry-${id}` },
		element("summary", {},
			span("head", element("b", {}, isThrow ? expression : `Turn ${turn}`), span("who", badge(by), label ? `${by} · ${label}` : by), span("sum", isThrow ? result(entry) : total)),
			span("chips", ...chips, more > 0 ? `and ${more} more` : ""), span("foot", time, span(verdict.split(/\W/)[0], verdict))),
		...lines.map((line) => element("p", {}, line)), markOf(entry, show), element("code", {}, commitment ? `commitment ${commitment}${seed ? ` seed ${seed}` : ""}` : ""));
}
