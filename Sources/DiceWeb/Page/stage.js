import { Die } from "./die.js";
import { ui } from "./element.js";
import { wearChosen } from "./looks.js";
import { memory } from "./memory.js";
import { isReduced } from "./motion.js";

/** The gap between two dice, as a fraction of a die. */
const gap = 0.16;

/**
 * Returns the largest dice that fit: their size in pixels, and the number in a row. Dice never get
 * smaller than `least`; they scroll instead.
 */
export function fit(count, width, height, { least, most = 420, caption }) {
	let best = { size: 0 };
	for (let lines = 1; lines <= count; lines += 1) {
		const columns = Math.ceil(count / lines);
		const across = width / (columns + (columns - 1) * gap);
		const down = (height - lines * caption) / (lines + (lines - 1) * gap);
		const size = Math.floor(Math.min(across, down, most));
		// Fewer lines look calmer.
		if (size > best.size * 1.1) best = { size, columns };
	}
	return best.size >= least
		? best
		: {
				size: least,
				columns: Math.max(
					1,
					Math.floor((width / least + gap) / (1 + gap)),
				),
			};
}

/** The layout with throws beside the dice, for example on a phone held sideways. */
const low =
	"(orientation: landscape) and (min-width: 34rem) and (max-height: 31.99rem)";
/** The time in milliseconds for which dice are flat after their scene has ended on its own. */
const flatFor = 30000;
/** Returns the remaining time in milliseconds for which this tab draws flat dice. */
const flatStill = () =>
	Math.min(flatFor, Math.max(0, Number(memory.get("flat")) - Date.now()));
/** The number of dice above which a die may be smaller than a fingertip. */
const many = 24;
/** The minimum size of a throw's dice in pixels. They are not buttons, so they may be smaller. */
const leastThrown = 24;

/** The dice of a table, and the last throw if it is newer, as large as their place allows. */
export class Stage {
	dice = [];
	/** The number of dice in a row. */
	columns = 1;
	/** Returns the dice of a throw that also lie on the stage. */
	thrown = () => [];
	/** Settles once the code that draws the dice has loaded, if it is wanted. */
	ready = Promise.resolve();
	/** Fits the rounds of a throw. That code loads with the first such throw. */
	fitRounds;
	#place;
	#grid;
	#kinds;
	#options;
	#scene;
	#isWaiting = false;
	#by;
	#marks = " ";

	constructor(place, options = {}) {
		this.#place = place;
		[this.#grid] = place.children;
		this.#options = options;
		wearChosen();
		new ResizeObserver(() => this.arrange()).observe(place);
		place.addEventListener("scroll", () => this.redraw(), true);
		addEventListener("look", () => this.redraw());
		matchMedia("(prefers-color-scheme: dark)").addEventListener(
			"change",
			() => this.redraw(),
		);
		this.#grid.addEventListener("click", ({ target }) => {
			const body = target.closest(".die");
			if (body) options.tapped?.(this.dice[body.dataset.die - 1]);
		});
	}

	/**
	 * Shows the dice of a table: blank before the first roll, and dim from the end of a turn to the
	 * next roll.
	 */
	show(table, areButtons = false) {
		const { dice } = table;
		const kinds = `${areButtons} ${dice.map((die) => die.faces ?? die.sides)}`;
		const isNew = kinds !== this.#kinds;
		if (isNew) {
			this.#kinds = kinds;
			this.dice = dice.map(
				(die) => new Die(die, areButtons, dice.length),
			);
			this.#grid.replaceChildren(...this.dice.map((die) => die.root));
		}
		this.#rest(table);
		for (const die of dice)
			this.dice[die.die - 1].update(die, isNew, this.isBlank);
		this.arrange();
	}

	/** Shows the dice that have changed. */
	change(dice, table) {
		if (this.#rest(table))
			return this.show(table, !!this.dice[0]?.isButton);
		for (const die of dice)
			this.dice[die.die - 1]?.update(die, false, this.isBlank);
		this.redraw();
	}

	/** Updates the dice's state between rolls; returns true if they are blank no longer. */
	#rest({ by, turn, isRolling, dice }) {
		this.#by = by;
		const wasBlank = this.isBlank;
		this.isBlank =
			turn === 1 &&
			!by &&
			!isRolling &&
			dice.every(({ value }) => value === 1);
		this.#grid.classList.toggle("old", !by && !isRolling && !this.isBlank);
		return wasBlank && !this.isBlank;
	}

	/** Marks the dice of a choice. */
	choose({ dice = [], idle = [] } = {}) {
		const marks = `${dice} ${idle}`;
		for (const die of this.dice)
			die.choose(dice.includes(die.number), idle.includes(die.number));
		if (marks !== this.#marks) this.redraw();
		this.#marks = marks;
	}

	/** Removes all dice. */
	clear() {
		this.dice = [];
		this.#kinds = undefined;
		this.#grid.replaceChildren();
	}

	follow(plan, began) {
		// Once a die moves, the next reading would lay out the page again.
		const flights = plan.flatMap((part) => {
			const die = this.dice[part.die - 1];
			return die ? [{ die, part, reach: die.reach }] : [];
		});
		for (const { die, part, reach } of flights)
			die.follow(part, began, this.#by, reach);
		this.redraw();
	}

	freeze() {
		for (const die of this.dice) die.freeze();
		this.redraw();
	}

	/** Redraws the dice in three dimensions. That code loads after the flat dice show. */
	redraw() {
		for (const die of this.dice) die.by = this.#by;
		this.#scene?.change?.();
		if (
			this.#scene ||
			this.#options.isFlat ||
			!this.dice.length ||
			isReduced() ||
			navigator.connection?.saveData ||
			matchMedia("(forced-colors: active)").matches ||
			this.#isWaiting
		)
			return;
		const still = flatStill();
		if (still) {
			this.#isWaiting = true;
			setTimeout(() => {
				this.#isWaiting = false;
				this.redraw();
			}, still);
			return;
		}
		this.#scene = {};
		const load = async () => {
			const { Scene } = await import("./scene.js");
			this.#scene =
				Scene.open(
					this.#place,
					() => [...this.dice, ...this.thrown()],
					() => {
						memory.set("flat", Date.now() + flatFor);
						this.#scene = undefined;
						for (const die of [...this.dice, ...this.thrown()])
							die.fly();
						this.redraw();
					},
				) ?? {};
			this.redraw();
		};
		this.ready = new Promise((done) => {
			setTimeout(() => load().catch(() => {}).then(done), 100);
		});
	}

	arrange() {
		this.#fit();
		this.redraw();
	}

	#fit() {
		const { clientWidth, clientHeight } = this.#place;
		const { fontSize, paddingLeft } = getComputedStyle(this.#place);
		if (!clientWidth) return;
		const { thrown: list, throws, side } = ui;
		const isLow = !!side && matchMedia(low).matches;
		if (list && isLow !== (list.parentElement === throws))
			isLow ? throws.prepend(list) : this.#grid.after(list);
		const first = list?.firstElementChild;
		if (isLow && first)
			this.#fitThrow(
				first,
				throws.clientWidth,
				84 + (first.querySelector(".meaning")?.offsetHeight ?? 0),
			);
		const thrown = isLow ? undefined : first;
		const isAlone =
			!!thrown &&
			(this.isBlank || !this.dice.length || !!this.#options.isThrowAlone);
		const room = 2 * parseFloat(paddingLeft);
		const caption = this.#options.caption ?? 1.5 * parseFloat(fontSize);
		const width = clientWidth - room;
		const whole = clientHeight - room;
		const half = whole / (thrown && !isAlone ? 2 : 1);
		this.#grid.hidden = isAlone;
		const needed = thrown ? this.#fitThrow(thrown, width, half) : 0;
		const height = Math.min(half, whole - needed);
		this.#need(needed + room, needed);
		if (!this.dice.length || isAlone) return;
		const fitted = (height) =>
			fit(this.dice.length, width, height, {
				least: this.dice.length > many ? 28 : 44,
				...this.#options,
				caption,
			});
		const { size, columns } = fitted(height);
		const { size: least, columns: most } = fitted(0);
		this.columns = columns;
		// The smallest dice must be whole, with at least two lines of many dice.
		const lines = Math.min(2, Math.ceil(this.dice.length / most));
		this.#need(
			lines * (least * (1 + gap) + caption) + needed + room,
			needed,
		);
		this.#set(this.#grid, size, columns);
	}

	/** Sets the minimum height of the stage and of the throw on it. */
	#need(height, needed) {
		this.#place.style.setProperty("--least", `${height}px`);
		this.#place.style.setProperty("--thrown", `${needed}px`);
	}

	/** Fits a throw: its words get their lines, its dice the rest. Returns its minimum height. */
	#fitThrow(thrown, width, height) {
		const [hand, ...others] = [
			".hand",
			".what",
			".sum",
			".meaning",
			".seen",
			".hand .worded + .caption",
		].map((each) => thrown.querySelector(`:scope > ${each}`));
		const { most, isThrowAlone } = this.#options;
		const lineHeight = () => {
			const [what, sum, meaning = 0, seen = 0] = others.map(
				(each) => each?.offsetHeight,
			);
			return Math.max(what, sum) + meaning + seen;
		};
		const { paddingTop, paddingLeft } = getComputedStyle(thrown);
		const [down, across] = [paddingTop, paddingLeft].map(
			(each) => 2 * parseFloat(each) + 12,
		);
		const caption = others[4]?.offsetHeight ?? 0;
		let lines = Infinity;
		// Nobody scrolls a throw that is alone: its words get smaller.
		const isTooTall = () => lines + down + 2 * leastThrown > height;
		for (let words = 1; words > 0.3 && isTooTall(); words -= 0.1) {
			if (isThrowAlone) thrown.style.setProperty("--words", words);
			lines = lineHeight();
			if (!isThrowAlone) break;
		}
		const { size, columns } = fit(
			hand.childElementCount,
			width - across,
			height - lines - down,
			{ caption, most, least: leastThrown },
		);
		this.#set(hand, size ?? leastThrown, columns);
		const rounds = thrown.querySelector(".rounds");
		const least = rounds
			? (this.fitRounds?.(rounds, height - lines - down, isThrowAlone) ?? 0)
			: leastThrown * 1.5;
		return lines + down + caption + least;
	}

	#set(place, size, columns) {
		for (const [name, value] of Object.entries({
			die: `${size}px`,
			gap: `${Math.floor(size * gap)}px`,
			columns,
		}))
			place.style.setProperty(`--${name}`, value);
	}
}
