import { element, ui } from "./element.js";

/** How many characters of a notation stand above carets. */
const room = 36;

/** The line for dice notation. `send` takes the params of a throw; what it throws brings the line back. */
export class Entry {
	#input = ui.expression;

	constructor(send) {
		this.#input.form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#submit(send);
		});
		this.#input.addEventListener("input", () => this.#judge());
		this.#input.addEventListener("keydown", ({ key }) => {
			if (key === "Escape") this.#input.blur();
		});
	}

	focus() {
		this.#input.focus();
		this.#input.select();
	}

	clear() {
		this.#input.value = "";
		this.#judge();
	}

	async #submit(send) {
		const text = this.#input.value.trim();
		if (!text) return;
		this.clear();
		try {
			await send(read(text));
		} catch (error) {
			this.#input.value ||= text;
			this.#judge(error, text);
		}
	}

	/** Shows what is wrong, with carets below the place, which counts bytes of UTF-8. */
	#judge({ message = "", data: { offset, length } = {} } = {}, text = "") {
		const bytes = new TextEncoder().encode(text);
		const count = (start, end) => [...new TextDecoder().decode(bytes.slice(start, end))].length;
		const letters = [...text], place = count(0, offset), first = Math.max(0, place - room / 2), shown = letters.slice(first, first + room).join("");
		const carets = "^".repeat(Math.max(1, Math.min(count(offset, offset + length), room - place + first)));
		// A voice reads the sentence alone.
		const picture = offset === undefined ? "" : element("span", { "aria-hidden": "true" }, `${shown}\n${" ".repeat(place - first)}${carets}\n`);
		ui.mistake.replaceChildren(picture, message);
		this.#input.ariaInvalid = !!message;
	}
}

/** `4d6kh3` is notation; `attack bonus=9` is a saved roll with its values. */
export function read(text) {
	const [saved, ...rest] = text.split(/\s+/);
	const values = Object.fromEntries(rest.map((word) => word.split("=")).map(([key, value]) => [key, Number(value)]));
	const isSaved = /^(?!d[\df])[a-z][\w-]*$/i.test(saved) && Object.values(values).every(Number.isFinite);
	return isSaved ? { saved, values } : { expression: text };
}
