import { Die } from "./die.js";
import { ui } from "./element.js";
import { wearChosen } from "./looks.js";
import { memory } from "./memory.js";
import { isReduced } from "./motion.js";

/** The room between two dice as a part of one. */
const gap = 0.16;

/**
 * The largest dice that fit: their size in pixels, and how many stand in a row. Below `least` they
 * scroll.
 */
export function fit(count, width, height, { least, most = 420, caption }) {
	let best = { size: 0 };
	for (let lines = 1; lines <= count; lines += 1) {
		const columns = Math.ceil(count / lines);
		const across = width / (columns + (columns - 1) * gap);
		const down = (height - lines * caption) / (lines + (lines - 1) * gap);
		const size = Math.floor(Math.min(across, down, most));
		// Fewer lines look calmer than a pile.
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

/** Where a throw stands beside the dice, as on a phone on its side. */
const low = "(orientation: landscape) and (max-height: 31.99rem)";
/** More dice than so many may be smaller than a fingertip. */
const many = 24;
/** The dice of a throw are no buttons, and are smaller before they scroll. */
const leastThrown = 24;

/**
 * The dice of a table, and the last throw if it came after them, as large as their place allows.
 */
export class Stage {
	dice = [];
	/** How many of them stand in a row. */
	columns = 1;
	/** Those of a throw that lie here as well. */
	thrown = () => [];
	#place;
	#grid;
	#kinds;
	#options;
	#scene;
	#by;

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
	 * Shows the dice of a table: blank until they are rolled for the first time, and dim from the
	 * end of a turn to the next roll.
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

	/** Whether the dice are not blank any more. */
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

	/** Takes everything away. */
	clear() {
		this.dice = [];
		this.#kinds = undefined;
		this.#grid.replaceChildren();
	}

	follow(plan, began) {
		for (const part of plan)
			this.dice[part.die - 1]?.follow(part, began, this.#by);
		this.redraw();
	}

	freeze() {
		for (const die of this.dice) die.freeze();
		this.redraw();
	}

	/**
	 * Has the dice in three dimensions drawn as they are now. What draws them comes once the flat
	 * ones stand there.
	 */
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
			memory.get("flat")
		)
			return;
		this.#scene = {};
		const load = async () => {
			const { Scene } = await import("./scene.js");
			this.#scene =
				Scene.open(
					this.#place,
					() => [...this.dice, ...this.thrown()],
					() => {
						memory.set("flat", "1");
						for (const die of [...this.dice, ...this.thrown()])
							die.fly();
					},
				) ?? {};
			this.redraw();
		};
		setTimeout(() => load().catch(() => {}), 100);
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
		const height = (clientHeight - room) / (thrown && !isAlone ? 2 : 1);
		this.#grid.hidden = isAlone;
		const needed = thrown ? this.#fitThrow(thrown, width, height) : 0;
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
		// The smallest dice are whole, of many at least two lines.
		const lines = Math.min(2, Math.ceil(this.dice.length / most));
		const lowest = lines * (least * (1 + gap) + caption) + needed + room;
		this.#place.style.setProperty("--least", `${lowest}px`);
		this.#set(this.#grid, size, columns);
	}

	/**
	 * The words of a throw take their lines, its dice what is left. Returns how high it is at
	 * least.
	 */
	#fitThrow(thrown, width, height) {
		const [hand, ...others] = [
			".hand",
			".what",
			".sum",
			".meaning",
			".seen",
			".worded + .caption",
		].map((each) => thrown.querySelector(each));
		const { most } = this.#options;
		const [what, sum, meaning = 0, seen = 0, caption = 0] = others.map(
			(each) => each?.offsetHeight,
		);
		const lines = Math.max(what, sum) + meaning + seen;
		const { paddingTop, paddingLeft } = getComputedStyle(thrown);
		const [down, across] = [paddingTop, paddingLeft].map(
			(each) => 2 * parseFloat(each) + 12,
		);
		const { size, columns } = fit(
			hand.childElementCount,
			width - across,
			height - lines - down,
			{ caption, most, least: leastThrown },
		);
		this.#set(hand, size ?? leastThrown, columns);
		return lines + down + caption + leastThrown * 1.5;
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
