import { badge } from "./colour.js";
import { button, element, ui, write } from "./element.js";
import { names, phrase } from "./language.js";
import { drawSeats } from "./seats.js";
import { meanings, roller, seen, verdictKind } from "./words.js";

/** Draws the surroundings of a table's dice. `line`, if given, replaces the total. */
export function drawTable(table, remark, verdict, selves, line) {
	const {
		turn,
		rollsPerTurn: most,
		rollsLeft,
		contributors = [],
		isRolling,
		game,
	} = table;
	write(ui.name, table.table);
	ui.name.style.setProperty(
		"--letters",
		Math.max(...table.table.split("-").map(({ length }) => length)),
	);
	write(
		ui.facts,
		game?.over
			? remark
			: phrase("facts", {
					turn,
					roll: most
						? phrase("rollOf", { roll: most - rollsLeft, most })
						: table.roll,
					more: remark,
				}).replace(/ · $/, ""),
	);
	drawSeats(table, selves);
	if (line || !isRolling) write(ui.sum, line || table.shown);
	ui.sum.classList.toggle("old", isRolling);
	ui.sum.classList.toggle("call", !!line);
	if (line) drawRoller({ roll: table.roll, last: table.last ?? "" });
	else drawRoller(table, dueOf(table, selves));
	const who = new Set(
		contributors.filter((each) => !each.nextTurn).map((each) => each.by),
	);
	const contributing = who.size
		? phrase("contributes", { names: names(who), count: who.size })
		: "";
	write(ui.proof, [verdict, contributing].filter(Boolean).join(" · "));
	ui.proof.className = verdictKind(verdict);
}

/** Returns the turn of a player at this screen and what ends it; empty while it is not open. */
function dueOf({ up, by, isRolling, game, rollsLeft }, selves = []) {
	if (!by || isRolling || game?.over || !selves.includes(up)) return "";
	const whose = selves[1] ? phrase("now", { name: up }) : phrase("yourTurn");
	const isLast = !!game?.rounds && rollsLeft === 0;
	return isLast ? `${whose} · ${phrase("boxIsDue")}` : whose;
}

/** Shows who is rolling or rolled last, or what is due, if anything is. */
export function drawRoller(table, due) {
	const {
		by,
		roll,
		turn,
		isRolling,
		last = table.up && !table.game?.over
			? phrase("notYourTurn", { up: table.up })
			: turn > 1
				? ""
				: undefined,
	} = table;
	const words = due || roller({ by, roll, isRolling, last });
	if (ui.by.textContent !== words)
		ui.by.replaceChildren(table.by ? badge(table.by) : "", words);
}

/** Returns an element with the meaning of a total, or nothing if it has none. */
export function meaningOf(entry) {
	const list = meanings(entry);
	const isLong = list.map(({ words }) => words).join().length > 24;
	const parts = list.flatMap(({ kind = "", words }, index) => [
		index ? ", " : "",
		element("b", { class: kind }, words),
	]);
	return list[0]
		? element(
				"span",
				{ class: `meaning${isLong ? " long" : ""}` },
				...parts,
			)
		: "";
}

/** Returns a mark that names who sees a secret throw, with a button that calls `show`. */
export function markOf(entry, show) {
	const words = seen(entry);
	if (!words) return "";
	return element(
		"p",
		{ class: "seen" },
		element("span", {}, words),
		show
			? button(phrase("show"), () => show(entry.throw), {
					"data-shows": entry.throw,
				})
			: "",
	);
}
