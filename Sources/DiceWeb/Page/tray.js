import { button, element, ui, write } from "./element.js";
import { expressions } from "./memory.js";
import { phrase } from "./phrases.js";
import { nameOf } from "./words.js";

const keys = [
	"d4",
	"d6",
	"d8",
	"d10",
	"d12",
	"d20",
	"d100",
	"adv",
	"dis",
	"vs",
	"+",
	"−",
	"⌫",
	..."1234567890",
];

/**
 * Returns an expression after a key press: the same die again increases its count, another die is
 * added.
 */
export function typed(text, key) {
	if (key === "⌫") return text.replace(/\s*(d\d+|adv|dis|vs|.)\s*$/u, "");
	if (key === "−") return `${text}-`;
	if (key === "vs")
		return !text || text.includes("vs") ? text : `${text} vs `;
	if (!/^[da]/.test(key)) return text + key;
	const again = text.match(/(^|[+-])(\d*)(d\d+)$/);
	if (again?.[3] === key)
		return (
			text.slice(0, again.index) +
			again[1] +
			((Number(again[2]) || 1) + 1) +
			key
		);
	if (/^(adv|dis)$/.test(key))
		return (
			text.replace(/(^|\+)1?d20$/, "$1").replace(/[^+-]$/, "$&+") + key
		);
	return /(d\d+|adv|dis)$/.test(text) ? `${text}+${key}` : text + key;
}

const key = (words, action) => button(words, action, { type: "button" });

const textField = (words, attributes) =>
	element("input", {
		type: "text",
		maxlength: 64,
		placeholder: words,
		"aria-label": words,
		...attributes,
	});

/**
 * A keypad for screens without a keyboard, saved rolls with fields for their values, a remark, the
 * people who see a secret throw, and a name to save the entry under.
 */
export class Tray {
	#page;
	#input = ui.expression;
	#rolls = element("p", { class: "choices" });
	#fields = element("p", { class: "fields" });
	#whom = element("p", { class: "choices" });
	#last = element("p", { class: "choices" });
	#remark = textField(phrase("remark"), { form: "entry" });
	#name = textField(phrase("saveAs"), { autocapitalize: "off" });
	#news = element("output", {});

	constructor(place, page) {
		this.#page = page;
		const pad = element(
			"p",
			{ class: "pad" },
			...keys.map((each) =>
				key(each, () => this.#write(typed(this.#input.value, each))),
			),
		);
		place.append(
			pad,
			this.#rolls,
			this.#fields,
			this.#last,
			this.#remark,
			element(
				"p",
				{ class: "saving" },
				this.#name,
				key(phrase("save"), () => this.#save()),
				this.#news,
			),
			this.#whom,
		);
		this.#name.addEventListener(
			"keydown",
			({ key }) => key === "Enter" && this.#save(),
		);
		this.#whom.addEventListener(
			"change",
			({ target }) =>
				target.checked && !ui.secret.checked && ui.secret.click(),
		);
	}

	/** Reloads what others may have changed. */
	refresh() {
		this.#page.connection.call("roll.list", { by: this.#page.actor }).then(
			({ rolls }) =>
				this.#rolls.replaceChildren(
					...rolls.map((roll) =>
						key(roll.name, () => this.#choose(roll)),
					),
				),
			() => {},
		);
		this.#last.replaceChildren(
			...expressions().map((text) =>
				key(nameOf({ expression: text }), () => this.#write(text)),
			),
		);
		const { table, own } = this.#page;
		const others = [
			...new Set([...(table?.players ?? []), ...(table?.watching ?? [])]),
		].filter((name) => !own.includes(name));
		const known = this.#known;
		const boxes = others.map((name) =>
			element("input", {
				type: "checkbox",
				value: name,
				...(known.includes(name) && { checked: "" }),
			}),
		);
		this.#whom.replaceChildren(
			...(others[0] ? [phrase("alsoTo")] : []),
			...boxes.map((box) => element("label", {}, box, box.value)),
		);
	}

	/** Saves the entry for the name that throws. */
	async #save() {
		const name = this.#name.value.trim().replace(/\s+/g, "-");
		const expression = this.#input.value.trim();
		if (!expression) return write(this.#news, phrase("nothingToSave"));
		if (!/^[a-z][\w-]*$/i.test(name))
			return write(this.#news, phrase("rollNameRule"));
		try {
			const { replaced } = await this.#page.connection.call("roll.save", {
				name,
				expression,
				by: this.#page.actor,
			});
			const isNew = [undefined, expression].includes(replaced);
			write(
				this.#news,
				phrase(isNew ? "savedAs" : "savedOver", { name, replaced }),
			);
			this.#name.value = "";
			this.refresh();
		} catch (error) {
			const { wordsOf } = await import("./mistake.js");
			this.#news.replaceChildren(...wordsOf(error, expression));
		}
	}

	/** Returns the other people who see a secret throw. */
	get #known() {
		return [...this.#whom.querySelectorAll(":checked")].map(
			({ value }) => value,
		);
	}

	/** Returns additional params of a throw. */
	get params() {
		const label = this.#remark.value.trim();
		const known = this.#known;
		return {
			...(label && { label }),
			...(ui.secret.checked &&
				known[0] && { seenBy: [...this.#page.own, ...known] }),
		};
	}

	/** Clears the remark, which belongs to one throw. */
	thrown() {
		this.#remark.value = "";
		this.refresh();
	}

	#write(text) {
		this.#input.value = text;
		this.#input.dispatchEvent(new Event("input"));
		this.#fields.replaceChildren();
	}

	/** Fills in a saved roll, with a field for each of its values. */
	#choose({ name, expression }) {
		this.#write(name);
		const wanted = new Map();
		for (const [, key, value] of expression.matchAll(
			/\{([A-Za-z_]\w*)(?:=(-?[\d.]+))?\}/g,
		))
			wanted.set(key, wanted.get(key) || value || "");
		const inputs = [...wanted].map(([key, value]) => [
			key,
			element("input", {
				type: "number",
				step: "any",
				value,
				placeholder: key,
				"aria-label": key,
			}),
		]);
		const fill = () => {
			this.#input.value = [
				name,
				...inputs
					.filter(([, { value }]) => value)
					.map(([key, { value }]) => `${key}=${value}`),
			].join(" ");
		};
		for (const [, input] of inputs) input.addEventListener("input", fill);
		this.#fields.replaceChildren(
			element("span", {}, nameOf({ expression })),
			...inputs.map(([key, input]) => element("label", {}, key, input)),
		);
	}
}
