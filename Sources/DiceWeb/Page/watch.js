import { formatted, phrase } from "./language.js";
import { numberOn, shownOn } from "./shapes.js";
import { localized } from "./titles.js";

/** Returns true if all numbers are numbers of dice at a table with `most` dice. */
const areOf = (dice, most) =>
	dice.every(({ die }) => Number.isInteger(die) && die > 0 && die <= most);
const mostDice = 1000;

/** A table as a watcher knows it. */
class Table {
	/** `rules` is the document of the table's game, with titles in the page's language. */
	constructor(snapshot, rules) {
		const { rollsPerTurn = Infinity, roll } = snapshot;
		/** The number of rolls left in the turn; Infinity without a limit. */
		this.rollsLeft = rollsPerTurn - roll;
		Object.assign(this, snapshot, { rules });
		/** The options of the last turn; undefined unless this page has seen its end. */
		this.given = undefined;
		/** True while the faces of the last roll may be entered again. */
		this.isEntered = snapshot.hand && !!snapshot.by && !this.locked[0];
	}

	get isRolling() {
		return this.dice.some((die) => die.animating);
	}
	get locked() {
		return this.dice.filter((die) => die.locked).map((die) => die.die);
	}
	get sum() {
		return this.dice.reduce((sum, die) => sum + numberOn(shownOn(die)), 0);
	}
	/**
	 * The sum of this turn's dice, or its points in a bank game, with those of the choice at this
	 * screen; a dash before its first roll.
	 */
	get shown() {
		const points = this.isBank ? (this.points ?? this.game.turn) : this.sum;
		return this.by ? formatted(points ?? 0) : "–";
	}
	get isBank() {
		return !!this.game && !this.game.rounds;
	}
	/** The player of the last turn, as far as known; undefined without players. */
	get lastPlayer() {
		const { players = [], up, ender } = this;
		return ender ?? players.at(players.indexOf(up) - 1);
	}

	/** Applies a frame, or an event with dice. */
	change({ turn = this.turn, roll = this.roll, dice }) {
		Object.assign(this, { turn, roll });
		for (const die of dice) this.dice[die.die - 1] = die;
	}

	/** Applies an event. */
	happen(event) {
		const {
			by,
			rolled,
			watchers,
			watching,
			away,
			bots,
			contributors,
			nextCommitment,
			entry,
		} = event;
		// The daemon omits unchanged sheets.
		const game = event.game
			? { sheets: this.game?.sheets, ...event.game }
			: this.game;
		this.may = event.may ?? this.may;
		switch (event.event) {
			// The options of the dice end as soon as the dice move.
			case "rollStarted":
				// A void roll does not count.
				if (rolled[0])
					Object.assign(this, {
						by,
						rolled,
						rollsLeft: this.rollsLeft - 1,
					});
				this.game = game && { ...game, options: undefined };
				break;
			case "rollSettled":
			case "lockChanged":
				// A watcher who arrives mid-roll has not seen its start.
				if (rolled?.[0]) Object.assign(this, { by, rolled });
				this.isEntered = !!event.entered;
				Object.assign(this, {
					game,
					rollsLeft: event.rollsLeft ?? this.rollsLeft,
				});
				this.change(event);
				break;
			case "watchersChanged":
				this.returned = this.bots?.find(
					(each) => !bots?.includes(each) && watching?.includes(each),
				);
				Object.assign(this, { watchers, watching, away, bots });
				break;
			case "corrected":
			case "playerRests":
				Object.assign(this, { game, up: event.up ?? this.up });
				break;
			case "contributorsChanged":
				this.contributors = contributors;
				break;
			case "turnEnded":
				Object.assign(this, {
					given: this.game?.options,
					by: undefined,
					isEntered: false,
					rollsLeft: this.rollsPerTurn ?? Infinity,
					commitment: nextCommitment,
					game,
				});
				this.ender = this.players && by;
				this.up = event.up;
		}
	}
}

/** Watches one table at a time, and reports to `show`. */
export class Watch {
	#connection;
	#show;
	#rules;
	/** The options of `table.watch`, best first: an older daemon does not know all of them. */
	#wishes = [{ frames: "plan", sheets: false }, { frames: "plan" }, {}];

	constructor(connection, show) {
		this.#connection = connection;
		this.#show = show;
	}

	async begin(name) {
		if (this.name && this.name !== name)
			this.#connection
				.call("table.unwatch", { table: this.name })
				.catch(() => {});
		this.name = name;
		this.table = this.#rules = undefined;
		this.#read();
		try {
			const snapshot = await this.#ask(name);
			if (this.name === name) this.arrive(snapshot);
		} catch (error) {
			if (error.data?.reason === "tableNotFound" && this.name === name)
				this.#show.missing(name);
		}
	}

	/** Returns the additional params of a roll. */
	get ofRoll() {
		return { sheets: this.#wishes[0].sheets };
	}

	async #ask(table) {
		try {
			return await this.#connection.call("table.watch", {
				table,
				...this.#wishes[0],
			});
		} catch (error) {
			if (!this.#wishes[1] || error.code !== -32602) throw error;
			this.#wishes.shift();
			return this.#ask(table);
		}
	}

	/**
	 * Requests the document of the game, if there is one. It is requested before the snapshot so
	 * that both arrive together.
	 */
	async #read(name = this.name) {
		const { document } =
			(await this.#connection
				?.call("table.game", { table: name })
				.catch(() => ({}))) ?? {};
		if (name === this.name && document) this.learn(document);
	}

	/** Stores the document of the game, with its titles in the page's language. */
	learn(game) {
		const rules = localized(game);
		this.#rules = rules;
		if (!this.table || this.table.game?.name !== rules.name) return;
		this.table.rules = rules;
		this.#show.changed(this.table);
	}

	/** Starts from a snapshot. */
	arrive(snapshot) {
		const { dice, game } = snapshot;
		const isWhole =
			areOf(dice, mostDice) &&
			dice.every(({ die }, index) => die === index + 1);
		if (!isWhole) return this.#show.missing(this.name, phrase("nonsense"));
		this.table = new Table(
			snapshot,
			game?.name === this.#rules?.name ? this.#rules : undefined,
		);
		this.#show.arrived(this.table);
		this.#fly(snapshot.flight);
	}

	#fly(flight) {
		if (flight)
			this.#show.flight(flight.plan, performance.now() - flight.elapsed);
	}

	/** Notes who wants to be in the next match; returns false if the table itself has changed. */
	#asks({ asking, players, may }) {
		const { table } = this;
		if (`${players}` !== `${table.players}` || `${asking}` === `${table.asking}`)
			return false;
		Object.assign(table, { asking, may: may ?? table.may });
		this.#show.changed(table);
		return true;
	}

	take(method, params) {
		const { table } = this;
		if (!table || params.table !== this.name) return;
		if (
			!areOf(
				[...(params.dice ?? []), ...(params.plan ?? [])],
				method === "throw" ? mostDice : table.dice.length,
			)
		)
			return;
		if (method === "throw") return this.#show.threw(params);
		// Only snapshots contain the dice's custom faces.
		for (const die of params.dice ?? [])
			die.faces = table.dice[die.die - 1].faces;
		if (method === "frame") {
			table.change(params);
			this.#show.changed(table, params.dice);
		} else if (params.event === "tableDeleted") {
			this.table = undefined;
			this.#show.missing(this.name);
		} else if (params.event === "tableChanged") {
			if (this.#asks(params.snapshot)) return;
			this.arrive(params.snapshot);
			this.#read();
		} else {
			const { plan } = params;
			// A plan replaces the frame in which its dice begin to move.
			if (plan)
				table.change({
					...params,
					dice: plan.map(({ die }) => ({
						...table.dice[die - 1],
						animating: true,
					})),
				});
			this.#show.happened(params, table);
			table.happen(params);
			if (params.entry?.game) this.learn(params.entry.game);
			this.#show.changed(table, plan ? table.dice : params.dice);
			if (plan) this.#fly({ plan, elapsed: 0 });
		}
	}
}
