import { markOf, meaningOf } from "./board.js";
import { badge } from "./colour.js";
import { element, ui, write } from "./element.js";
import { Die } from "./die.js";
import { phrase } from "./language.js";
import { shownOn } from "./shapes.js";
import { nameOf, quoted, result } from "./words.js";

/**
 * The maximum number of throws kept, of dice drawn for each, and of entries read for them: a list of
 * a group has several.
 */
const kept = 12;
const drawn = 60;
export const pastThrows = 24;

/** The params of a throw that only its thrower sees. */
export const toSelf = { seenBy: [] };

/** The last throws, newest first, each a row with its dice. Those of a group are one list. */
export class Throws {
	#rows = new Map();
	/** The lists by group. */
	#lists = new Map();
	/** True while throws of the history are added, which are past. */
	#isRecalling = false;
	#frame;

	/**
	 * `show` reveals a secret throw. A finished throw stays for `stay` milliseconds, or else until
	 * newer ones replace it. The last one is on the stage.
	 */
	constructor(stage, show, stay) {
		Object.assign(this, { stage, show, stay });
		stage.thrown = () =>
			this.rows
				.filter(({ root }) => ui.stage.contains(root))
				.flatMap((row) => [...row.dice.values()]);
	}

	get rows() {
		return [...this.#rows.values()];
	}

	clear() {
		for (const row of this.rows) this.#remove(row);
	}

	/** Removes the throw from the stage. */
	shelve() {
		for (const { root } of this.rows)
			for (const each of root.querySelectorAll(".hand, .rounds"))
				each.removeAttribute("style");
		ui.earlier.prepend(...ui.thrown.children);
		this.stage.arrange();
	}

	/** Marks the settled throws as those of a turn that has ended. */
	retire() {
		this.shelve();
		for (const row of this.rows)
			if (!row.rolling) this.#mark(row, true);
	}

	/** Marks a throw, or the list that it is in, as one of a turn that has ended or of this turn. */
	#mark({ root }, isPast) {
		root.closest("[data-throw]").classList.toggle("past", isPast);
	}

	/** Removes the throws in flight. */
	drop() {
		for (const row of this.rows) if (row.rolling) this.#remove(row);
	}

	/** Shows a throw that was revealed to everyone. */
	reveal(entry) {
		if (this.#rows.has(entry.throw)) this.#take(entry);
	}

	/**
	 * Completes the list with throws of the history, newest first: those that are missing, and
	 * those that were secret. If `isOnStage` is true, the newest one is on the stage, unless another
	 * is there. Those before the entry `turn` are of turns that have ended.
	 */
	recall(entries, isOnStage, turn = 0) {
		this.#isRecalling = true;
		try {
			for (const entry of [...entries].reverse()) {
				const row = this.#rows.get(entry.throw);
				if (!row || (row.isHidden && !entry.hidden)) this.#take(entry);
				const taken = this.#rows.get(entry.throw);
				if (taken) this.#mark(taken, entry.id < turn);
			}
		} finally {
			this.#isRecalling = false;
		}
		const [newest] = ui.earlier.children;
		if (isOnStage && newest && !ui.thrown.firstChild)
			ui.thrown.append(newest);
		this.#arrange();
	}

	/** Shows a throw that has ended. */
	#take(entry) {
		this.take({
			...entry,
			rolling: false,
			// An entry has the words on the upper face only.
			dice: entry.dice.map((die) => ({
				...die,
				animating: false,
				...(die.face && { faces: [die.face] }),
			})),
			result: entry,
		});
	}

	take({ throw: number, rolling, dice, flight, result: ended, ...words }) {
		const row = this.#rows.get(number) ?? this.#add(number, words);
		row.rolling = rolling;
		row.isHidden = !!ended?.hidden;
		for (const state of dice) {
			// A list of faces arrives with the first die that has it.
			if (state.faces) row.faces.set(state.die, state.faces);
			state.faces ??= row.faces.get(state.facesOf);
			const known = row.dice.get(state.die);
			if (!known && row.dice.size >= drawn) continue;
			const die =
				known ??
				Object.assign(new Die(state, false, row.dice.size), {
					by: row.by,
				});
			row.dice.set(state.die, die);
			// A die of a secret throw may arrive before one with a lower number.
			if (!known)
				row.hand.insertBefore(
					die.root,
					[...row.hand.children].find(
						(each) => each.firstChild.dataset.die > state.die,
					) ?? null,
				);
			die.update(state, !known);
		}
		if (dice[0]) this.#arrange();
		for (const part of flight?.plan ?? [])
			row.dice
				.get(part.die)
				?.follow(part, performance.now() - flight.elapsed, row.by);
		if (!ended) return;
		if (this.stay) setTimeout(() => this.#remove(row), this.stay);
		write(row.sum, result(ended));
		const more = ended.dice.length - row.dice.size;
		if (more > 0)
			row.root.firstChild.dataset.more = phrase("diceAndMore", {
				count: row.dice.size,
				more,
			});
		for (const old of [...row.root.children].slice(3)) old.remove();
		row.root.append(meaningOf(ended), markOf(ended, this.show));
		if (row.list) this.#sort(row, ended);
		else if (ended.totals?.length > 1) this.#divide(row, ended);
		this.#arrange();
		for (const each of ended.dice) {
			const { die, kept, flags, hidden } = each;
			if (hidden) continue;
			const names = [...(kept ? [] : ["dropped"]), ...flags];
			const body = row.dice.get(die)?.body;
			body?.classList.add(...names);
			body?.setAttribute(
				"aria-label",
				[
					shownOn(each),
					...(kept ? [] : [phrase("dropped")]),
					...flags,
				].join(", "),
			);
		}
	}

	#arrange() {
		if (this.#isRecalling) return;
		cancelAnimationFrame(this.#frame);
		// The throws of a list arrive together.
		if (ui.thrown.querySelector(".group"))
			this.#frame = requestAnimationFrame(() => this.#fit());
		else this.#fit();
	}

	#fit() {
		this.stage.arrange();
		// Keys scroll what does not fit.
		for (const hand of ui.thrown.querySelectorAll(".hand"))
			hand.tabIndex = hand.scrollHeight > hand.clientHeight ? 0 : -1;
	}

	/** Draws the rounds of a throw apart from each other. */
	async #divide(row, ended) {
		const { divide } = await this.#learn();
		divide(row, ended);
		this.stage.arrange();
	}

	/** Loads the script that rounds and lists need. */
	async #learn() {
		const rounds = await import("./rounds.js");
		this.stage.fitRounds = rounds.fit;
		return rounds;
	}

	/** Sorts the list of a throw by total, and marks ties: `1`, `2=`, `2=`, `4`. */
	#sort(row, { total = -Infinity }) {
		row.total = total;
		const rows = this.rows
			.filter(({ list }) => list === row.list)
			.sort((one, other) => other.total - one.total);
		for (const { root, place, total } of rows) {
			row.list.append(root);
			const equal = rows.filter((each) => each.total === total);
			const first = rows.findIndex((each) => each.total === total) + 1;
			if (Number.isFinite(total))
				write(place, `${first}${equal[1] ? "=" : ""}`);
		}
	}

	#add(number, words) {
		const { by, label, group } = words;
		const list =
			group && (this.#lists.get(group) ?? this.#open(number, words));
		const [place, what, hand, sum, who] = [
			"rank",
			"what",
			"hand",
			"sum",
			"who",
		].map((name) => element("span", { class: name }));
		const name = list ? (label ?? by) : nameOf(words);
		if (!list)
			who.append(` ${label ? `${quoted(label)} · ` : ""}`, badge(by), by);
		what.append(list ? place : "", element("b", {}, name), who);
		sum.append("…");
		const row = {
			number,
			by,
			hand,
			sum,
			list,
			place,
			total: -Infinity,
			root: element("li", {}, what, hand, sum, markOf(words)),
			dice: new Map(),
			faces: new Map(),
		};
		this.#rows.set(number, row);
		if (list) list.append(row.root);
		else this.#place(row.root, number);
		return row;
	}

	/** Opens the list of a group. */
	#open(number, words) {
		const { by, group } = words;
		const list = element("ol", { class: "rounds group" });
		const who = element("span", { class: "who" }, badge(by), by);
		const parts = [
			element(
				"span",
				{ class: "what" },
				element("b", {}, nameOf(words)),
				who,
			),
			element("span", { class: "hand", hidden: "" }),
			element("span", { class: "sum" }),
			list,
		];
		this.#lists.set(group, list);
		this.#place(element("li", {}, ...parts), number);
		this.#learn().then(
			() => this.stage.arrange(),
			() => {},
		);
		return list;
	}

	/**
	 * Puts a throw or a list on the stage, or a past one among the earlier ones by its number, and
	 * removes the oldest ones.
	 */
	#place(root, number) {
		root.dataset.throw = number;
		if (this.#isRecalling) {
			const older = [...ui.earlier.children].find(
				({ dataset }) => dataset.throw < number,
			);
			ui.earlier.insertBefore(root, older ?? null);
		} else {
			this.shelve();
			ui.thrown.prepend(root);
		}
		const olds = [...ui.earlier.children].slice(kept - 1);
		for (const row of this.rows)
			if (olds.some((old) => old.contains(row.root))) this.#remove(row);
	}

	#remove({ number, root, dice, list }) {
		if (!this.#rows.delete(number)) return;
		root.remove();
		if (list && !list.firstChild) {
			list.parentElement.remove();
			for (const [group, each] of this.#lists)
				if (each === list) this.#lists.delete(group);
		}
		for (const die of dice.values()) die.freeze();
		this.stage.arrange();
	}
}
