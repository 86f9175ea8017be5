import { element, ui, write } from "./element.js";
import { phrase } from "./language.js";

/** The code of each panel, which loads when the panel first opens. */
const contents = {
	tables: () => import("./tables.js"),
	history: () => import("./history.js"),
	help: () => import("./help.js"),
	fairness: () => import("./fairness.js"),
	newGame: () => import("./newgame.js"),
	newTable: () => import("./newtable.js"),
	invite: () => import("./invite.js"),
};
const openers = {
	tables: ui.tables,
	history: ui.history,
	help: ui.help,
	fairness: ui.proof,
};
let style;

const load = (href) =>
	new Promise((done) => {
		const link = element("link", { rel: "stylesheet", href });
		link.onload = link.onerror = done;
		document.head.append(link);
	});

/** Loads the panels' styles, once. */
export function dress() {
	style ??= Promise.all(
		["/panel.css", "/panels.css", "/looks.css"].map(load),
	).then(() => dispatchEvent(new Event("look")));
	return style;
}

/** The panel beside the dice, or over them on a phone. */
export class Panel {
	/**
	 * The open panel. It may have `changed()`, called for another table, `add(entry)` and
	 * `list(tables)`.
	 */
	shown = {};
	#page;
	#opener;

	/** `page` is the interface for panels. */
	constructor(page) {
		this.#page = page;
		for (const [name, button] of Object.entries(openers))
			button.addEventListener("click", () => this.toggle(name));
		ui.close.addEventListener("click", () => this.toggle());
		// The back button closes the panel. A panel that is closed in another way leaves its
		// history entry to the next panel.
		addEventListener("popstate", () => this.toggle());
	}

	/**
	 * Opens a panel, or closes it if it is open; without a name, closes any panel. `rest` is passed
	 * to the panel.
	 */
	toggle(name, ...rest) {
		if (!this.name) this.#opener = document.activeElement;
		this.name = name === this.name ? undefined : name;
		if (this.name && !history.state) history.pushState("panel", "");
		ui.panel.hidden = !this.name;
		document.body.classList.toggle("with-panel", !!this.name);
		for (const [each, button] of Object.entries(openers))
			button.ariaExpanded = each === this.name;
		ui.content.replaceChildren();
		this.shown = {};
		if (this.name) {
			write(ui.title, phrase(this.name));
			ui.title.focus();
			this.#fill(...rest).catch(() =>
				write(ui.content, phrase("noConnection")),
			);
		} else {
			this.#opener?.focus();
		}
	}

	/** Preloads the most used panels when there is time. */
	async prepare() {
		await Promise.all([
			dress(),
			...Object.keys(openers).map((name) => contents[name]()),
		]);
	}

	async #fill(...rest) {
		const { name } = this;
		ui.panel.ariaBusy = true;
		const [{ show }] = await Promise.all([contents[name](), dress()]);
		if (name !== this.name) return;
		ui.panel.ariaBusy = false;
		this.shown = show(ui.content, this.#page, ...rest) ?? {};
	}
}
