import { ui } from "./element.js";
import { remember } from "./memory.js";
import { dress } from "./panel.js";

/**
 * The maximum number of throws in one line, and the error code of an expression that cannot be
 * parsed.
 */
const most = 8;
const badExpression = 13;

/**
 * The input line for dice notation, and the tray that helps to fill it. `send` sends the params of
 * a throw; if it fails, the text returns to the line.
 */
export class Entry {
	#input = ui.expression;

	#page;
	#tray;
	/** The part of a match that the line was last closed for. */
	#part;

	constructor(page, send) {
		this.#page = page;
		ui.pad.addEventListener("click", () => this.#open());
		this.#input.form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#submit(send);
		});
		for (const sign of ["focusin", "focusout"])
			this.#input.form.addEventListener(sign, () => this.#follow());
		this.#input.addEventListener("input", () => this.#judge());
		this.#input.addEventListener(
			"keydown",
			({ key }) => key === "Escape" && this.#input.blur(),
		);
	}

	/** The line stays open while the focus moves from one part of it to the next. */
	#follow() {
		const { form } = this.#input;
		setTimeout(() => {
			const isOpen = !!form.querySelector(":focus:not(#pad)");
			form.classList.toggle("open", isOpen);
			if (isOpen) form.classList.remove("shut");
		});
	}

	/**
	 * Closes the line in the first moment of a part of a match, unless somebody is typing. Its text
	 * and its choices stay.
	 */
	begin(part) {
		const { form } = this.#input;
		const focused = form.querySelector(":focus");
		if (part === this.#part) return;
		this.#part = part;
		if (!part || (focused === this.#input && focused.value)) return;
		focused?.blur();
		this.#open(false);
		form.classList.add("shut");
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
		if (!isWanted) return;
		this.#input.form.classList.remove("shut");
		this.#tray.refresh();
	}

	async #submit(send) {
		const text = this.#input.value.trim();
		const parts = partsOf(text);
		const others = this.#tray?.params;
		if (!text) return;
		this.clear();
		let sent = text;
		const cast = (params) => {
			sent = params.expression ?? text;
			return send({ ...params, ...others });
		};
		try {
			const thrown = this.#throw(parts, cast);
			// The throw must be visible.
			if (matchMedia("(max-width: 60rem)").matches) this.#open(false);
			const notes = await thrown;
			remember(text);
			this.#tray?.thrown();
			if (notes[0]) (await import("./mistake.js")).showNotes(notes);
		} catch (error) {
			this.#input.value ||= parts.join("; ");
			const shown = this.#input.value;
			const { wordsOf } = await import("./mistake.js");
			if (this.#input.value === shown)
				this.#judge(...wordsOf(error, sent));
		}
	}

	/**
	 * Throws the expressions in turn at this table. The remaining ones stay in `parts`. Returns the
	 * notes on them.
	 */
	async #throw(parts, cast, at = this.#page.name) {
		const notes = [];
		for (; parts[0] && at === this.#page.name; parts.shift()) {
			const params = read(parts[0]);
			try {
				notes.push(...((await cast(params))?.notes ?? []));
			} catch (error) {
				// A saved roll with several expressions is split.
				const each =
					params.saved && error.code === badExpression
						? await this.#savedAs(params.saved)
						: [];
				if (!each[1]) throw error;
				for (const expression of each)
					if (at === this.#page.name)
						await cast({ ...params, saved: undefined, expression });
			}
		}
		return notes;
	}

	async #savedAs(name) {
		const { rolls } = await this.#page.connection.call("roll.list", {
			by: this.#page.actor,
		});
		return partsOf(
			rolls.find((roll) => roll.name === name)?.expression ?? "",
		);
	}

	/** Shows what is wrong, or clears the message. */
	#judge(...words) {
		ui.mistake.replaceChildren(...words);
		this.#input.ariaInvalid = !!words[0];
		if (words[0]) this.#input.form.classList.remove("shut");
	}
}

/** Splits a text into throws at the semicolons outside quotes. */
function partsOf(text) {
	const parts = (text.match(/("(\\.|[^"\\])*"?|[^";])+/g) ?? [])
		.map((part) => part.trim())
		.filter(Boolean);
	return parts.length > most ? [text] : parts;
}

/** Returns true for a word that begins with a die: `d6=6`, `W20r=1`, `advk=3`. */
const isDice = (word) =>
	/^([dw][\df]|(adv|dis)($|([dk][hl]?|[ru]o?|c[sf]|m(in|ax)|s[ad]?|f)[\d=]))/i.test(word);

/**
 * Parses an entry: `4d6kh3` is notation, `attack bonus=9 # the goblin` a saved roll with values and
 * a remark, `attack vs 15 bonus=9` notation with values.
 */
export function read(text) {
	const [, words, label] = text.match(/^([^#]*?)\s*(?:#\s*(.*))?$/s);
	const isValue = (word) =>
		/^[a-z]\w*=-?[\d.,]+$/i.test(word) && !isDice(word);
	const given = words.includes("=>") ? [] : words.split(/\s+/).filter(isValue);
	const values = Object.fromEntries(
		given
			.map((word) => word.split("="))
			.map(([key, value]) => [key, Number(value.replace(",", "."))]),
	);
	const rest = words
		.split(/\s+/)
		.filter((word) => !given.includes(word))
		.join(" ");
	const isSaved = /^[a-z][\w-]*$/i.test(rest) && !isDice(rest);
	return isSaved || given[0]
		? {
				...(isSaved ? { saved: rest } : { expression: rest }),
				values,
				...(label && { label }),
			}
		: { expression: text };
}
