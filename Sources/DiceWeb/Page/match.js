import { button, tell, ui } from "./element.js";
import { phrase } from "./language.js";
import { dress } from "./panel.js";
import { callOf, stayAwake } from "./turn.js";

/**
 * Returns the number of turns in a row that a player who has rested plays at the end of a match; 0
 * if others play, too.
 */
export function turnsAlone({ game, up }) {
	const { over, rounds, sheets = [], resting = [] } = game ?? {};
	const open = ({ boxes }) => rounds - Object.keys(boxes).length;
	const isOther = ({ player }) => player !== up && !resting.includes(player);
	const own = sheets.find(({ player }) => player === up);
	if (!rounds || over || !own) return 0;
	const others = sheets.filter(isOther);
	const isAlone = others[0] && !others.some(open);
	return isAlone && open(own) > 1 ? open(own) : 0;
}

/**
 * The parts of a match outside its sheet: the call to the current player, celebrations, the button
 * that corrects a box, and the ending.
 */
export class Match {
	#page;
	#ending;
	/** The match that was seen before its end. */
	#seen;
	#button = button(phrase("takeBack"), () => this.#press(), {
		id: "takeback",
	});

	constructor(page) {
		this.#page = page;
	}

	/** Draws the match; returns the call to the current player if they play here. */
	draw() {
		const { isAway, selves, sheet, table } = this.#page;
		const { isTakenBack } = sheet;
		const call = isAway ? "" : callOf(table, selves);
		if (call && ui.sum.textContent !== call) tell(call);
		this.#button.ariaDisabled = !this.#page.acts.isPossible("correct");
		this.#button.classList.toggle("asked", isTakenBack);
		// Only sheet games have boxes to correct.
		if (!!table.game?.rounds !== this.#button.isConnected)
			this.#button.isConnected
				? this.#button.remove()
				: ui.controls.append(this.#button);
		if (table.hand)
			import("./faces.js")
				.then(({ offerAgain }) => offerAgain(this.#page))
				.catch(() => {});
		this.#drawEnding(!!table.game?.over && !isTakenBack, isTakenBack);
		this.#drawGuest();
		this.#drawAbsence();
		stayAwake(!!selves[0] && !!table.game && !table.game.over);
		return call;
	}

	/** Starts or stops the choice of another box for the turn that has ended. */
	#press() {
		const { acts, sheet } = this.#page;
		const why =
			acts.obstacle("correct") ??
			(acts.isPossible("correct") ? "" : phrase("nothingToCorrect"));
		sheet.isTakenBack = !why && !sheet.isTakenBack;
		this.#page.say(
			why || (sheet.isTakenBack ? phrase("chooseAnother") : ""),
		);
	}

	/** Announces an event, and celebrates it if it is a feat. */
	async celebrate(sentence, kind, ...what) {
		tell(sentence);
		const [feats] = await Promise.all([import("./feat.js"), dress()]);
		const words = feats.celebrate(feats[kind](...what));
		if (words) tell(`${sentence} ${words}`);
	}

	/** Tells those who do not play whom the match is for. Its code loads when it is needed. */
	async #drawGuest() {
		const { isAway, own, table } = this.#page;
		const { game, players = own } = table;
		const isGuest =
			!isAway && !!game && !own.some((name) => players.includes(name));
		if (!own[0] || (!isGuest && !ui.guest)) return;
		const [{ drawGuest }] = await Promise.all([
			import("./guest.js"),
			dress(),
		]);
		if (table === this.#page.table) drawGuest(this.#page, isGuest);
	}

	/** Says who is missing. Its code loads when it is needed. */
	async #drawAbsence() {
		const { isAway, own, table } = this.#page;
		const { away = [], game, up } = table;
		const isMissing =
			!isAway &&
			(away.some(({ player }) => player === up) ||
				own.some((name) => game?.resting?.includes(name)) ||
				turnsAlone(table) > 0 ||
				table.returned ||
				(table.asking && table.may?.join === true));
		if (!game || (!isMissing && !ui.absence)) return;
		const [{ drawAbsence }] = await Promise.all([
			import("./absence.js"),
			dress(),
		]);
		if (table === this.#page.table) drawAbsence(this.#page);
	}

	/** Draws the end of a match over the dice. Its code loads when it is needed. */
	async #drawEnding(isOver, isTakenBack) {
		document.body.classList.toggle("over", isOver);
		document.body.classList.toggle("taking", isTakenBack);
		const { game } = this.#page.table;
		const isWon = isOver && this.#seen === game.match && !!game.winners?.[0];
		this.#seen = game?.over ? undefined : game?.match;
		if (!isOver && !ui.ending) return;
		if (isWon)
			import("./feat.js")
				.then(({ crown }) => crown(game.winners))
				.catch(() => {});
		const [{ Ending }] = await Promise.all([
			import("./ending.js"),
			dress(),
		]);
		this.#ending ??= new Ending(this.#page);
		this.#ending.draw();
	}
}
