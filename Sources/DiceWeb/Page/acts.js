import { refusal } from "./connection.js";
import { ui } from "./element.js";
import { isSaid, phrase } from "./language.js";
import { settings } from "./memory.js";
import { changedBy } from "./pending.js";

/** Returns 16 unpredictable bytes in hex. */
export const freshEntropy = () =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, "0"),
	).join("");

/** The actions at the table of `page`. The page shows why an action is impossible or has failed. */
export class Acts {
	#page;

	constructor(page) {
		this.#page = page;
	}

	/**
	 * Returns the reason why an act is impossible; undefined if it is possible, or if only the
	 * refusal itself has the words. While the turn waits for an answer, nothing is asked of it.
	 */
	obstacle(act) {
		return (
			this.#hindrance(act) ??
			(this.#page.pending.isTurn ? phrase("pending") : undefined)
		);
	}

	#hindrance(act) {
		const { awaited, isAway, mayPlay, table } = this.#page;
		if (isAway) return phrase("away");
		if (!mayPlay) return phrase("watchesOnly");
		if (awaited) return awaited;
		const cause = this.#verdict(act);
		if (isSaid(cause)) return phrase(cause, { up: table.up, player: table.lastPlayer });
	}

	/** Returns false if an act is known to be impossible. */
	isPossible(act) {
		return typeof this.#verdict(act) !== "string" && !this.#hindrance(act);
	}

	/** Returns what the table says of an act, once a choice of dice has gone with it. */
	#verdict(act) {
		const { choice, table } = this.#page;
		return choice ? choice.may(act) : table?.may?.[act];
	}

	/** Ends the part of the turn that a choice of dice belongs to: sends the choice, then the act. */
	async #conclude(act, params) {
		const { choice, name, pending } = this.#page;
		const method = `table.${act}`;
		const kept = choice?.keep(act);
		if (!kept) return this.ask(method, params);
		try {
			await pending.until(kept, changedBy(method));
			if (name === this.#page.name) await this.ask(method, params);
		} catch (error) {
			this.#failed(error);
		}
	}

	/**
	 * Sends a request, unless what it changes is pending, and repeats it if the turn was full:
	 * ending that turn changed the commitment.
	 */
	ask(method, params) {
		const page = this.#page;
		if (page.pending.has(changedBy(method, params))) return;
		page.say("");
		const again = page.unlessLeft((error) => {
			if (error.code !== 27) throw error;
			return page.call(method, { entropy: freshEntropy() });
		});
		return page.call(method, params).catch(again).catch(this.#failed);
	}

	/** Rolls. For real dice it asks for the faces instead. */
	roll() {
		const page = this.#page;
		const { choice, table } = page;
		const why = this.obstacle("roll");
		const send = (chance) =>
			this.#conclude("roll", { ...chance, ...page.watch.ofRoll });
		if (why) return page.say(why);
		if (!table.hand) return send({ entropy: freshEntropy() });
		const free = table.dice.filter(
			({ die, locked }) => !locked && !choice?.dice.includes(die),
		);
		import("./faces.js")
			.then(({ askFaces }) =>
				askFaces(page, free[0] ? free : table.dice, (faces) =>
					send({ faces }),
				),
			)
			.catch(this.#failed);
	}

	endTurn() {
		const { sheet, table } = this.#page;
		const left = table?.rollsLeft;
		const why = this.obstacle("endTurn");
		if (why) return this.#page.say(why);
		if (table.game?.rounds) {
			this.#page.say(phrase("chooseBox"));
			return sheet.focus();
		}
		if (sheet.asked === ui.end && !sheet.isSeen) return;
		if (sheet.asked === ui.end || !left || left === Infinity)
			return this.#conclude("endTurn");
		this.#page.say(phrase("rollsLeft", { count: left }), ui.end);
	}

	newGame() {
		const isOpen = this.#page.table?.game?.over === false;
		this.#attempt(
			this.obstacle("newGame") ?? (isOpen ? phrase("matchOfOwner") : ""),
			"table.newGame",
		);
	}

	tap(die) {
		const page = this.#page;
		const { table } = page;
		if (!page.mayPlay) return;
		if (page.isAway) return page.say(this.obstacle("lock"));
		if (!die) return page.say(phrase("noSuchDie"));
		if (die.isMoving) {
			die.root.animate(
				[{}, { translate: "-4%" }, { translate: "4%" }, {}],
				200,
			);
			return page.say(phrase("dieRolls", { die: die.number }));
		}
		const why = this.obstacle("lock");
		if (why) return page.say(why);
		settings.set("hasKept", true);
		if (table.isBank) {
			page.choice?.tap(die.number);
			return page.say("");
		}
		this.ask("table.toggleLock", { dice: [die.number] });
	}

	cancel() {
		const page = this.#page;
		if (!page.mayPlay || page.isAway) return;
		const { isRolling } = page.table;
		const own = page.throws.rows.findLast(
			(row) => row.rolling && page.isMine(row.by),
		)?.number;
		this.#attempt(
			isRolling || own ? "" : phrase("noneInFlight"),
			"table.cancel",
			isRolling ? {} : { throw: own },
		);
	}

	unlockAll() {
		const { choice, table } = this.#page;
		if (choice) {
			choice.clear();
			return this.#page.say("");
		}
		this.#attempt(
			this.obstacle("lock") ?? (table.locked[0] ? "" : phrase("noneHeld")),
			"table.unlock",
			{ dice: table?.locked },
		);
	}

	#attempt(why, method, params) {
		if (why) this.#page.say(why);
		else this.ask(method, params);
	}

	/** Returns an error handler that shows the error. */
	get #failed() {
		return this.#page.unlessLeft((error) =>
			this.#page.say(refusal(error)),
		);
	}
}
