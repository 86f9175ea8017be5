import { badge } from "./colour.js";
import { element } from "./element.js";
import { formatted } from "./language.js";
import { phrase } from "./phrases.js";

/** Returns the dice that a set requires: `1 1 1`, `4 + 2 alike`, `5 in a row`. */
export function needs({ faces, straight, alike }) {
	if (faces) return faces.join(" ");
	return straight
		? phrase("inARow", { count: straight })
		: phrase("alike", { count: alike.join(" + ") });
}

/** Returns the price list of a bank game's document. */
export const priceList = ({ sets = [] } = {}) =>
	sets.map((set) =>
		element(
			"span",
			{ class: "set" },
			element("span", {}, needs(set.needs)),
			element("b", { class: "own" }, formatted(set.points)),
		),
	);

/**
 * Returns the target of a bank game: `Target: 10000; at least 500 to start`. The minimum is that of
 * every bank once everybody has points.
 */
export function aim(rules, sheets) {
	if (!rules?.target) return "";
	const { bankMinimum = 0 } = rules;
	const least = Math.max(...sheets.map((sheet) => minimumAt(sheet, rules)));
	const key = least > bankMinimum ? "aimAtFirst" : least ? "aimAtLeast" : "target";
	return phrase(key, { points: rules.target, least });
}

/** Returns the minimum that the player of a sheet may bank. */
function minimumAt({ total }, { minimum = 0, bankMinimum = 0 } = {}) {
	return total > 0 ? bankMinimum : Math.max(minimum, bankMinimum);
}

/** Returns true if these faces, in ascending order, are exactly what a set needs. */
function isMet({ faces, straight, alike }, shown) {
	const isSame = (one, other) =>
		one.length === other.length &&
		one.every((each, index) => each === other[index]);
	if (straight)
		return (
			shown.length === straight &&
			shown.every((face, index) => face === shown[0] + index)
		);
	const ascending = (list) => [...list].sort((one, other) => one - other);
	if (faces) return isSame(ascending(faces), shown);
	const counts = [...new Set(shown)].map(
		(face) => shown.filter((each) => each === face).length,
	);
	return isSame(ascending(alike), ascending(counts));
}

const isIn = (choice, index) => (choice >> index) & 1;
const chosenBy = (choice, list) => list.filter((_, index) => isIn(choice, index));

/**
 * Returns the maximum score of all of these dice of one roll in sets; undefined if one of them is
 * in no set.
 */
export function score(sets, faces, known = new Map()) {
	const [first, ...others] = [...faces].sort((one, other) => one - other);
	if (!first) return 0;
	const key = `${first} ${others}`;
	if (known.has(key)) return known.get(key);
	let best;
	for (let part = 0; part < 1 << others.length; part += 1) {
		const shown = [first, ...chosenBy(part, others)];
		const points = sets
			.filter((set) => isMet(set.needs, shown))
			.map((set) => set.points);
		if (!points.length) continue;
		const rest = score(sets, chosenBy(~part, others), known);
		if (rest !== undefined)
			best = Math.max(best ?? 0, Math.max(...points) + rest);
	}
	known.set(key, best);
	return best;
}

/**
 * Returns the choices of `dice` that score together with the dice that have been kept of the same
 * roll, each with its dice and points.
 */
function choices(sets, dice, kept) {
	const known = new Map();
	return Array.from({ length: 1 << dice.length }, (_, choice) =>
		chosenBy(choice, dice),
	)
		.map((chosen) => ({
			chosen,
			points: score(
				sets,
				[...kept, ...chosen].map(({ value }) => value),
				known,
			),
		}))
		.filter(({ points }) => points !== undefined);
}

/** Returns true if none of these faces of one roll scores. */
export const isLost = (sets, faces) =>
	!choices(
		sets,
		faces.map((value) => ({ value })),
		[],
	)[1];

/** Returns the choice that scores the most, with the fewest dice. */
const bestOf = (list) =>
	list.reduce((best, each) =>
		each.points > best.points ||
		(each.points === best.points && each.chosen.length < best.chosen.length)
			? each
			: best,
	);

/** Returns the sheet of the player who is up. */
const sheetOf = ({ game, up }) =>
	game.sheets.find(({ player }) => player === up) ?? game.sheets[0];

/** Returns the points that the player who is up must gather at least. */
const minimumOf = (table) => minimumAt(sheetOf(table), table.rules);

/**
 * Returns the state of an open turn in words: what Roll would risk, what is missing to start, what
 * the end of the turn banks without a choice, what a third lost turn in a row costs, and whom to
 * beat in the last round. `choice` is that of this screen, if there is one.
 */
export function stateOf(table, choice) {
	const { game, rules, up, by, dice, isRolling } = table;
	const points = table.points ?? game.turn ?? 0;
	const leader = [...game.sheets].sort((one, other) => other.total - one.total)[0];
	const isLast = rules?.target <= leader.total && leader.player !== up;
	const { busts, total } = sheetOf(table);
	const missing = minimumOf(table) - points;
	const isHot = dice[1] && dice.every(
		({ die, locked }) => locked || choice?.dice.includes(die),
	);
	const isOpen = by && !isRolling;
	if (choice?.idle[0]) return phrase("idleDice");
	return [
		choice?.isDue && phrase("keepOne"),
		isLast && phrase("lastRound", { name: leader.player, points: leader.total }),
		isOpen && isHot && phrase("hotDice", { count: dice.length }),
		by && points > 0 && phrase("atRisk", { points }),
		busts === 2 && rules?.threeBusts && phrase("thirdBust", { points: rules.threeBusts }),
		by && missing > 0 && phrase(total > 0 ? "missingToBank" : "missing", { points: missing }),
		isOpen && choice?.unchosen && phrase("banks", { points: choice.unchosen }),
	]
		.filter(Boolean)
		.join(" · ");
}

/**
 * The dice of the last roll that the players at this screen have chosen to keep. They are locked
 * with the next roll, or at the end of the turn.
 */
export class Choice {
	/** The numbers of the chosen dice. */
	dice = [];
	/** Those of them that score nothing with the others. */
	idle = [];
	#page;
	#roll;
	#isOwn = false;

	constructor(page) {
		this.#page = page;
	}

	get #table() {
		return this.#page.table;
	}
	get #sets() {
		return this.#table.rules?.sets ?? [];
	}
	get #free() {
		return this.#table.dice.filter(({ locked }) => !locked);
	}
	/** The dice of the last roll that are locked already. */
	get #kept() {
		const { dice, rolled = [] } = this.#table;
		return dice.filter(({ die, locked }) => locked && rolled.includes(die));
	}

	/** Returns the choices of some dice that score. */
	#choices(dice) {
		return choices(this.#sets, dice, this.#kept);
	}

	/** Returns all of these dice if they score together, else those of them that score the most. */
	#scoring(dice) {
		const all = this.#choices(dice);
		return all.find(({ chosen }) => chosen.length === dice.length) ?? bestOf(all);
	}

	/**
	 * Follows the table. A new roll begins a new choice: the only one possible, or none. `isOwn` is
	 * true if players at this screen choose.
	 */
	follow(isOwn) {
		const { game, turn, roll, by, dice, isRolling, rules } = this.#table;
		this.#isOwn = isOwn && !!by && !isRolling && !game.over;
		const shown = JSON.stringify([
			this.#table.table,
			game.match,
			turn,
			roll,
			this.#isOwn && !!rules,
			dice.map(({ value }) => value),
		]);
		if (shown !== this.#roll) {
			const all = this.#isOwn
				? this.#choices(this.#free).filter(({ chosen }) => chosen[0])
				: [];
			this.dice =
				all[0] && !all[1] && !this.#kept[0]
					? all[0].chosen.map(({ die }) => die)
					: [];
		}
		this.#roll = shown;
		this.#judge(this.dice);
	}

	/** Finds the points of a choice, and the dice in it that score nothing. */
	#judge(dice) {
		const table = this.#table;
		const chosen = this.#free.filter(({ die }) => dice.includes(die));
		const best = this.#scoring(chosen);
		const scoring = best.chosen.map(({ die }) => die);
		this.dice = chosen.map(({ die }) => die);
		this.idle = this.dice.filter((die) => !scoring.includes(die));
		table.points = this.#isOwn ? this.#before + best.points : undefined;
	}

	/** The points for the dice that were locked before the last roll. */
	get #before() {
		return (
			this.#table.game.turn -
			(score(
				this.#sets,
				this.#kept.map(({ value }) => value),
			) ?? 0)
		);
	}

	/**
	 * Adds a die to the choice or takes it back. Dice of the same face go with it where it scores
	 * only with them.
	 */
	tap(number) {
		const { value, locked } = this.#table.dice[number - 1];
		if (locked || this.#page.pending.isTurn) return;
		const alike = this.#free
			.filter((each) => each.value === value)
			.map(({ die }) => die);
		const isChosen = this.dice.includes(number);
		const wasWhole = !this.idle[0];
		const change = (numbers) => {
			this.#judge(
				isChosen
					? before.filter((die) => !numbers.includes(die))
					: [...before, ...numbers],
			);
			return !this.idle[0];
		};
		const before = this.dice;
		if (!change([number]) && wasWhole && !change(alike)) change([number]);
	}

	clear() {
		if (!this.#page.pending.isTurn) this.#judge([]);
	}

	/**
	 * Returns the dice to lock before the end of a turn, and their points: those of the choice that
	 * score, or the best ones if nothing is chosen.
	 */
	get #banked() {
		return this.dice[0]
			? this.#scoring(this.#free.filter(({ die }) => this.dice.includes(die)))
			: bestOf(this.#choices(this.#free));
	}

	/** The points that the end of the turn banks though nothing is chosen; 0 if it banks nothing more. */
	get unchosen() {
		const { chosen, points } = this.#banked;
		const isMore = this.#isOwn && !this.dice[0] && !!chosen[0];
		return isMore && this.may("endTurn") === true ? this.#before + points : 0;
	}

	/** True if a die has to be chosen before the next roll. */
	get isDue() {
		return this.#isOwn && this.may("roll") === "noneLocked";
	}

	/** Returns what the table says of an act once the choice has gone with it. */
	may(act) {
		const told = this.#table.may?.[act];
		const isOpen = typeof told !== "string" || /^(noneLocked|below(Bank)?Minimum)$/.test(told);
		if (!this.#isOwn || !isOpen || !/^(roll|endTurn)$/.test(act)) return told;
		if (act === "roll" && this.idle[0]) return "idleDice";
		const { chosen, points } = this.#banked;
		const isPossible =
			act === "roll"
				? this.dice[0]
				: (chosen[0] || this.#kept[0]) &&
					this.#before + points >= minimumOf(this.#table);
		return isPossible ? true : told;
	}

	/** Sends the chosen dice that an act takes. Returns undefined if it takes no dice. */
	keep(act) {
		const chosen =
			act === "roll"
				? this.dice
				: this.#banked.chosen.map(({ die }) => die);
		if (typeof this.may(act) === "string" || !chosen[0]) return;
		return this.#page.call("table.lock", {
			dice: [...this.#table.locked, ...chosen],
			only: true,
		});
	}
}

/** Returns the turns of a match of a bank game by rounds, as lines of a sheet. */
export function turnsOf({ sheets }, turns) {
	const of = sheets.map(({ player }) =>
		turns.filter(({ by }) => player === undefined || by === player),
	);
	const rounds = Math.max(0, ...of.map(({ length }) => length));
	const lines = Array.from({ length: rounds }, (_, round) =>
		element(
			"span",
			{},
			element("span", {}, phrase("round", { round: round + 1 })),
			...of.map((own) => {
				const score = own[round]?.score;
				return score?.bust && !score.points
					? element(
							"b",
							{ role: "img", "aria-label": phrase("turnLost") },
							"✗",
						)
					: element("b", { class: "held" }, formatted(score?.points ?? "–"));
			}),
		),
	);
	if (!sheets[1]) return lines;
	const names = sheets.map(({ player }) =>
		element("b", {}, badge(player), element("bdi", {}, player)),
	);
	return [
		element("span", { class: "head" }, element("span"), ...names),
		...lines,
	];
}
