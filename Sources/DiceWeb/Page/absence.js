import { refusal } from "./connection.js";
import { element, ui, write } from "./element.js";
import { locale, names } from "./language.js";
import { phrase } from "./phrases.js";

/** Makes a player rest, or play again. */
async function rest(page, player, rests) {
	const by = page.own.includes(player) ? player : page.own[0];
	try {
		await page.call("table.rest", { player, rests, by });
	} catch (error) {
		page.say(refusal(error));
	}
}

const line = () =>
	element(
		"p",
		{ id: "absence", class: "news", role: "status" },
		element("span"),
		element("button", { id: "rest" }),
	);

const clock = (instant) =>
	new Date(instant).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

/**
 * Returns what to say of the players who are missing, and the player whom a button concerns; nothing
 * while the match waits for nobody who is away, and no name at this screen rests.
 */
export function absenceOf({ game, up, players, away = [], may }, own) {
	if (!game || game.over) return;
	const resting = own.filter((name) => game.resting?.includes(name));
	if (resting[0])
		return {
			words: phrase("youRest", { names: names(resting), count: resting.length }),
			act: phrase("playAgain"),
			player: resting[0],
			rests: false,
		};
	const missing = away.find(({ player }) => player === up && !own.includes(player));
	if (!missing) return;
	const since = clock(missing.since);
	const words = phrase("awaySince", { name: up, time: since });
	const isPossible = may?.rest === true;
	const isSoon = !isPossible && own.some((name) => players.includes(name));
	return {
		words: isSoon ? `${words} ${phrase("restSoon")}` : words,
		act: isPossible && phrase("goOnWithout", { name: up }),
		player: up,
		rests: true,
		isLate: true,
	};
}

/** Says whom the match waits for if they are away, and what can be done. */
export function drawAbsence(page) {
	const state = absenceOf(page.table, page.own);
	if (!state) {
		ui.absence?.remove();
		return;
	}
	if (!ui.absence) ui.offer.before(line());
	const { words, act, player, rests, isLate } = state;
	const [text, button] = ui.absence.children;
	ui.absence.classList.toggle("late", !!isLate);
	write(text, words);
	write(button, act || "");
	button.hidden = !act;
	button.onclick = () => {
		if (!page.pending.has("#rest")) rest(page, player, rests);
	};
}
