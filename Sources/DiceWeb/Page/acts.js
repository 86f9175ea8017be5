import { refusal } from "./connection.js";
import { ui } from "./element.js";
import { phrase } from "./language.js";
import { settings } from "./memory.js";
import { lockScoring } from "./sheet.js";

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

	/** The reason why nothing can be changed; undefined if changes are possible. */
	get obstacle() {
		const page = this.#page;
		const { table, awaited } = page;
		if (page.isAway) return phrase("away");
		if (!page.mayPlay) return phrase("watchesOnly");
		if (table.game?.over) return phrase("gameOver");
		if (table.isRolling) return phrase("busy");
		if (awaited) return awaited;
		if (table.up && !page.isMine(table.up))
			return phrase("notYourTurn", { up: table.up });
	}

	get obstacleToRoll() {
		const { table } = this.#page;
		const why = this.obstacle;
		if (why) return why;
		if (table.rollsLeft <= 0) return phrase("noRollsLeft");
		if (table.locked.length === table.dice.length && !table.isBank)
			return phrase("allLocked");
	}

	get obstacleToEnd() {
		return (
			this.obstacle ??
			(this.#page.table.by ? "" : phrase("nothingRolled"))
		);
	}

	/**
	 * Sends a request, and repeats it if the turn was full: ending that turn changed the
	 * commitment.
	 */
	ask(method, params) {
		const page = this.#page;
		page.say("");
		const again = page.unlessLeft((error) => {
			if (error.code !== 27) throw error;
			return page.call(method, { entropy: freshEntropy() });
		});
		page.call(method, params).catch(again).catch(this.#failed);
	}

	/** Rolls. For real dice it asks for the faces instead. */
	roll() {
		const page = this.#page;
		const why = this.obstacleToRoll;
		const send = (chance) =>
			this.ask("table.roll", { ...chance, ...page.watch.ofRoll });
		if (why) return page.say(why);
		if (!page.table.hand) return send({ entropy: freshEntropy() });
		import("./faces.js")
			.then(({ askFaces }) =>
				askFaces(page.table, (faces) => send({ faces })),
			)
			.catch(this.#failed);
	}

	endTurn() {
		const { sheet, table } = this.#page;
		const left = table?.rollsLeft;
		const why = this.obstacleToEnd;
		if (why) return this.#page.say(why);
		if (table.game?.rounds) {
			this.#page.say(phrase("chooseBox"));
			return sheet.focus();
		}
		if (sheet.asked === ui.end || !left || left === Infinity)
			return this.ask("table.endTurn");
		this.#page.say(phrase("rollsLeft", { count: left }), ui.end);
	}

	newGame() {
		const { isAway, mayPlay, table } = this.#page;
		this.#attempt(
			isAway || !mayPlay
				? this.obstacle
				: !table.game
					? phrase("noGame")
					: table.game.over
						? ""
						: phrase("matchOfOwner"),
			"table.newGame",
		);
	}

	tap(die) {
		const page = this.#page;
		const { table } = page;
		if (!page.mayPlay) return;
		if (page.isAway) return page.say(this.obstacle);
		if (table.mustRollAll && !this.obstacle)
			return page.say(phrase("nothingRolled"));
		if (!die) return page.say(phrase("noSuchDie"));
		if (die.isMoving) {
			die.root.animate(
				[{}, { translate: "-4%" }, { translate: "4%" }, {}],
				200,
			);
			return page.say(phrase("dieRolls", { die: die.number }));
		}
		settings.set("hasKept", true);
		if (table.isBank && !this.obstacle)
			return lockScoring(table, die.number, page.connection).catch(
				this.#failed,
			);
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
		const { table } = this.#page;
		this.#attempt(
			this.obstacle ?? (table.locked[0] ? "" : phrase("noneHeld")),
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
