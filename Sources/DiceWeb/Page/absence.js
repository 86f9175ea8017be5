import { refusal } from "./connection.js";
import { element, ui, write } from "./element.js";
import { isHost, startBot } from "./host.js";
import { locale, names } from "./language.js";
import { turnsAlone } from "./match.js";
import { phrase } from "./phrases.js";

/** Makes a player rest or play again, or ends the turn of a player who is away. */
async function decide(page, { player, rests, ends, joins }) {
	const by = page.own.includes(player) ? player : page.own[0];
	try {
		if (joins) await page.call("table.configure", { players: joins });
		else if (ends) await page.call("table.endTurn", { by: player, absent: true });
		else await page.call("table.rest", { player, rests, by });
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
		element("button", { id: "bot" }),
	);

const clock = (instant) =>
	new Date(instant).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

/** Returns who wants to play, and may be let in now. */
const wishOf = ({ players, asking = [], may }) =>
	asking[0] && may?.join === true
		? {
				words: phrase("wantIn", { names: names(asking), count: asking.length }),
				act: phrase("letIn", { count: asking.length }),
				joins: [...players, ...asking],
			}
		: undefined;

/** Returns how many turns in a row a player who has rested still has. */
function turnsLeftOf(table, own) {
	const { up } = table;
	const count = turnsAlone(table);
	const isHere = own.includes(up) && !own[1];
	return count
		? { words: phrase(isHere ? "youCatchUp" : "catchesUp", { name: up, count }) }
		: undefined;
}

/**
 * Returns what to say of the players who are missing, and the player whom a button concerns; nothing
 * while the match waits for nobody who is away, and no name at this screen rests.
 */
export function absenceOf(table, own) {
	const { game, up, players, away = [], may } = table;
	if (!game || game.over) return;
	const resting = own.filter((name) => game.resting?.includes(name));
	if (resting[0])
		return {
			words: own[1]
				? phrase("theyRest", { names: names(resting), count: resting.length })
				: phrase("youRest"),
			act: phrase("playAgain"),
			player: resting[0],
			rests: false,
		};
	const missing = away.find(({ player }) => player === up && !own.includes(player));
	if (!missing) return wishOf(table) ?? turnsLeftOf(table, own);
	const since = clock(missing.since);
	const words = phrase("awaySince", { name: up, time: since });
	const ends = may?.endAbsent === true;
	const isPossible = ends || may?.rest === true;
	const isSoon = !isPossible && own.some((name) => players.includes(name));
	const later = phrase(may?.rest === "rolledInTurn" ? "endSoon" : "restSoon");
	return {
		words: isSoon ? `${words} ${later}` : words,
		act: isPossible && phrase(ends ? "endTurnOf" : "goOnWithout", { name: up }),
		player: up,
		rests: true,
		ends,
		isLate: true,
	};
}

/** Says whose bot has left, whom the match waits for if they are away, and what can be done. */
export function drawAbsence(page) {
	const name = page.table.returned;
	if (name) {
		page.table.returned = undefined;
		page.say(phrase(page.own.includes(name) ? "seatIsBack" : "isBack", { name }));
	}
	const state = absenceOf(page.table, page.own);
	if (!state) {
		ui.absence?.remove();
		return;
	}
	if (!ui.absence) ui.offer.before(line());
	const { words, act, isLate, player } = state;
	const [text, button, bot] = ui.absence.children;
	ui.absence.classList.toggle("late", !!isLate);
	write(text, words);
	write(button, act || "");
	button.hidden = !act;
	button.onclick = () => {
		if (!page.pending.has("#rest")) decide(page, state);
	};
	bot.hidden = !isLate || !isHost(page) || page.session.shared;
	if (bot.hidden) return;
	write(bot, phrase("botPlays", { name: player }));
	bot.onclick = async () => {
		bot.disabled = true;
		// The best level may have to compute its hints first, and the others wait.
		const [as, level] = [player, "good"];
		await startBot(page, { table: page.name, as, level, untilBack: true });
		bot.disabled = false;
	};
}
