import { element, ui, write } from "./element.js";
import { phrase } from "./language.js";

const names = ["tables", "history", "help"];
const keys = {
	[`r, ${phrase("keySpace")}`]: "keyRoll", "1 2 …": "keyDie", [phrase("keyArrows")]: "keyMove", [phrase("keyEnter")]: "keyLock", a: "keyUnlockAll", e: "keyEnd", s: "keySheet",
	n: "keyNext", c: "keyCancel", v: "keyContribute", "/": "keyThrow", "h t ?": "keyPanels",
};

/** The panel beside the dice, or over them on a phone. `changed` is told of what shows. */
export class Panel {
	body = ui.content;
	#changed;
	#opener;

	constructor(changed) {
		this.#changed = changed;
		for (const name of names) ui[name].addEventListener("click", () => this.toggle(name));
		ui.close.addEventListener("click", () => this.toggle());
	}

	/** Shows one, or hides it if it shows already. */
	toggle(name) {
		if (!this.name) this.#opener = document.activeElement;
		this.name = name === this.name ? undefined : name;
		ui.panel.hidden = !this.name;
		document.body.classList.toggle("with-panel", !!this.name);
		for (const each of names) ui[each].ariaExpanded = each === this.name;
		this.body.replaceChildren();
		if (this.name) {
			write(ui.title, ui[this.name].textContent);
			ui.title.focus();
		} else {
			this.#opener?.focus();
		}
		this.#changed();
	}

	/** The tables that there are, to switch to. */
	tables(list, current, choose) {
		const focused = document.activeElement.dataset.table;
		const items = list.map(({ table, dice, turn, rolling, watchers }) => {
			const facts = [phrase("diceCount", { count: dice }), phrase("turnNumber", { turn }), rolling ? phrase("rolling") : phrase("watching", { count: watchers })].join(" · ");
			const button = element("button", { class: "table", "data-table": table, "aria-current": table === current }, element("b", {}, table), element("span", {}, facts));
			button.addEventListener("click", () => choose(table));
			return button;
		});
		this.body.replaceChildren(...items);
		items.find((item) => item.dataset.table === focused)?.focus();
	}

	/** Each option has its words, whether it is chosen, and what a change of that calls. */
	help(...options) {
		const labels = options.map(([words, isChosen, choose]) => {
			const box = element("input", { type: "checkbox", ...(isChosen && { checked: "" }) });
			box.addEventListener("change", () => choose(box.checked));
			return element("label", {}, box, words);
		});
		const rows = Object.entries(keys).flatMap(([key, name]) => [element("dt", {}, key), element("dd", {}, phrase(name))]);
		this.body.replaceChildren(...labels, element("dl", {}, ...rows));
	}
}
