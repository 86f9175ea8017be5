import { refusal } from "./connection.js";
import { element, ui } from "./element.js";
import { settings } from "./memory.js";
import { dress } from "./panel.js";

/** How many characters of a notation stand above carets. */
const room = 36;
/** How many expressions this browser keeps in mind. */
const kept = 6;

/** What was thrown last, newest first. */
export const last = () => settings.get("expressions")?.split("\n") ?? [];

/** The line for dice notation, and what helps to fill it. `send` takes the params of a throw; what it throws brings the line back. */
export class Entry {
	#input = ui.expression;

	#page;
	#tray;

	constructor(page, send) {
		this.#page = page;
		ui.pad.addEventListener("click", () => this.#open());
		this.#input.form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#submit(send);
		});
		this.#input.addEventListener("input", () => this.#judge());
		this.#input.addEventListener("keydown", ({ key }) => key === "Escape" && this.#input.blur());
	}

	focus() {
		this.#input.focus();
		this.#input.select();
	}

	clear() {
		this.#input.value = "";
		this.#judge();
	}

	async #open(isWanted = ui.tray.hidden) {
		if (!isWanted && !this.#tray) return;
		const [{ Tray }] = await Promise.all([import("./tray.js"), dress()]);
		this.#tray ??= new Tray(ui.tray, this.#page);
		ui.tray.hidden = !isWanted;
		ui.pad.ariaExpanded = isWanted;
		if (isWanted) this.#tray.refresh();
	}

	async #submit(send) {
		const text = this.#input.value.trim();
		if (!text) return;
		this.clear();
		try {
			const thrown = send({ ...read(text), ...this.#tray?.params });
			// What is thrown is to be seen.
			if (matchMedia("(max-width: 60rem)").matches) this.#open(false);
			await thrown;
			settings.set("expressions", [text, ...last().filter((each) => each !== text)].slice(0, kept).join("\n"));
			this.#tray?.thrown();
		} catch (error) {
			this.#input.value ||= text;
			this.#judge(error, text);
		}
	}

	/** Shows what is wrong, with carets below the place, which counts bytes of UTF-8. */
	#judge(error, text = "") {
		const { offset, length } = error?.data ?? {}, message = error?.code ? refusal(error) : "";
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
	const values = Object.fromEntries(rest.map((word) => word.split("=")).map(([key, value]) => [key, Number(value?.replace(",", "."))]));
	const isSaved = /^(?![dw][\df]|(adv|dis)$)[a-z][\w-]*$/i.test(saved) && Object.values(values).every(Number.isFinite);
	return isSaved ? { saved, values } : { expression: text };
}
