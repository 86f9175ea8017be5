import { glance, tell, ui } from "./element.js";
import { phrase } from "./language.js";

/** The line's example while no throw is pending. */
const example = ui.expression?.placeholder;

const diceOf = ({ dice = [] }) =>
	dice.map((die) => `#dice [data-die="${die}"]`).join();
const boxOf = (box) => `#sheet [data-box="${CSS.escape(box)}"]`;

/** The selectors of what the requests change on the screen. */
const changes = {
	roll: () => "#roll",
	endTurn: ({ box, absent } = {}) => {
		if (absent) return "#rest";
		return box ? boxOf(box) : "#end";
	},
	correct: ({ box }) => boxOf(box),
	newGame: () => "#next",
	lock: diceOf,
	unlock: diceOf,
	toggleLock: diceOf,
	cancel: () => ".moving",
	throw: () => "#entry",
	ask: () => "#ask",
	rest: () => "#rest",
	configure: () => "#rest",
	show: ({ throw: number }) => `[data-shows="${number}"]`,
};

/** Returns the selector of what a request changes; empty if it changes nothing on the screen. */
export function changedBy(method, params) {
	const name = method.replace("table.", "");
	return Object.hasOwn(changes, name) ? changes[name](params) : "";
}

/**
 * What was asked for and has not been answered. It looks pending at once, and is taken back with
 * the answer, whose reason the page shows.
 */
export class Pending {
	#asked = new Set();

	/** True while an act that ends this state of the turn is pending. */
	get isTurn() {
		return [...this.#asked].some(({ selector }) =>
			/^#(roll|end|next|sheet)\b/.test(selector),
		);
	}

	has(selector) {
		return [...this.#asked].some((each) => each.selector === selector);
	}

	/**
	 * Shows what a selector matches as pending until an answer arrives, and returns the answer.
	 * `words` stay in the line for throws as long.
	 */
	async until(answer, selector, words = "") {
		if (!selector) return answer;
		const asked = { selector, words };
		asked.timer = setTimeout(() => tell(phrase("pending")), glance);
		this.#asked.add(asked);
		this.draw();
		try {
			return await answer;
		} finally {
			this.#end(asked);
		}
	}

	/** Ends the first pending request of a selector before its answer: what was asked for has begun. */
	begun(selector) {
		this.#end([...this.#asked].find((each) => each.selector === selector));
	}

	clear() {
		for (const each of this.#asked) this.#end(each);
	}

	#end(asked) {
		clearTimeout(asked?.timer);
		if (this.#asked.delete(asked)) this.draw();
	}

	/** Marks the elements that are pending now. */
	draw() {
		const asked = [...this.#asked];
		const pending = new Set(
			asked.flatMap(({ selector }) => [
				...document.querySelectorAll(selector),
			]),
		);
		for (const each of document.querySelectorAll(".pending"))
			if (!pending.has(each)) mark(each, false);
		for (const each of pending) mark(each, true);
		const words = asked.findLast((each) => each.words)?.words;
		ui.expression.placeholder = words ? `${words} …` : example;
	}
}

function mark(target, isPending) {
	target.classList.toggle("pending", isPending);
	target.ariaBusy = isPending ? "true" : null;
}
