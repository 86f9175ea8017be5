import { Die } from "./die.js";

/** The room between two dice as a part of one. */
const gap = 0.16;

/** The largest dice that fit: their size in pixels, and how many stand in a row. Below `least` they scroll. */
export function fit(count, width, height, { least = 44, most = 420, caption }) {
	let best = { size: 0 };
	for (let lines = 1; lines <= count; lines += 1) {
		const columns = Math.ceil(count / lines);
		const across = width / (columns + (columns - 1) * gap);
		const down = (height - lines * caption) / (lines + (lines - 1) * gap);
		const size = Math.floor(Math.min(across, down, most));
		// Fewer lines look calmer than a pile.
		if (size > best.size * 1.1) best = { size, columns };
	}
	return best.size >= least ? best : { size: least, columns: Math.max(1, Math.floor((width / least + gap) / (1 + gap))) };
}

/** The dice of a table, as large as their place allows. */
export class Stage {
	dice = [];
	/** How many of them stand in a row. */
	columns = 1;
	#place;
	#grid;
	#kinds;
	#options;

	constructor(place, options = {}) {
		this.#place = place;
		[this.#grid] = place.children;
		this.#options = options;
		new ResizeObserver(() => this.#arrange()).observe(place);
		this.#grid.addEventListener("click", ({ target }) => {
			const body = target.closest(".die");
			if (body) options.tapped?.(this.dice[body.dataset.die - 1]);
		});
	}

	show(dice, areButtons = false) {
		const kinds = `${areButtons} ${dice.map((die) => die.sides)}`;
		const isNew = kinds !== this.#kinds;
		if (isNew) {
			this.#kinds = kinds;
			this.dice = dice.map((die) => new Die(die, areButtons, dice.length));
			this.#grid.replaceChildren(...this.dice.map((die) => die.root));
			this.#arrange();
		}
		for (const die of dice) this.dice[die.die - 1].update(die, isNew);
	}

	/** Shows the dice that have changed. */
	change(dice) {
		for (const die of dice) this.dice[die.die - 1]?.update(die);
	}

	follow(plan, began) {
		for (const part of plan) this.dice[part.die - 1]?.follow(part, began);
	}

	freeze() {
		for (const die of this.dice) die.freeze();
	}

	#arrange() {
		const { clientWidth, clientHeight } = this.#place, { fontSize, paddingLeft } = getComputedStyle(this.#place);
		if (!this.dice.length || !clientWidth) return;
		const room = 2 * parseFloat(paddingLeft), caption = 1.5 * parseFloat(fontSize);
		const fitted = (height) => fit(this.dice.length, clientWidth - room, height, { caption, ...this.#options });
		const { size, columns } = fitted(clientHeight - room), { size: least, columns: most } = fitted(0);
		this.columns = columns;
		// The smallest dice are whole, of many at least two lines.
		this.#place.style.setProperty("--least", `${Math.min(2, Math.ceil(this.dice.length / most)) * (least * (1 + gap) + caption) + room}px`);
		for (const [name, value] of Object.entries({ die: `${size}px`, gap: `${Math.floor(size * gap)}px`, columns })) this.#grid.style.setProperty(`--${name}`, value);
	}
}
