import { badge } from "./colour.js";
import { arrange } from "./columns.js";
import { element, tell, ui, write } from "./element.js";
import { names, phrase } from "./language.js";

/** Returns `Full house` for `fullHouse`, the fallback for a box without a known title. */
const words = (name) => {
	const all = name.replace(/(?<=.)([A-Z]|\d+)/g, " $1").toLowerCase();
	return all[0].toUpperCase() + all.slice(1);
};

/**
 * Returns the boxes of the game in order. If the daemon sends no document, these are the boxes it
 * has mentioned.
 */
function boxesOf({ game, rules }) {
	if (rules?.boxes) return rules.boxes;
	const told = [
		...(game.options ?? []).map(({ box }) => box),
		...game.sheets.flatMap(({ boxes }) => Object.keys(boxes)),
	];
	return [...new Set(told)].map((box) => ({ box, title: words(box) }));
}

/** Returns the title of a box. */
export const titleOf = (box, { rules } = {}) =>
	box &&
	(rules?.boxes?.find((each) => each.box === box)?.title ?? words(box));

/**
 * Returns the points of a box or a bonus, whose name may be that of an inherited property such as
 * `toString`.
 */
export const pointsOf = (points, name) =>
	Object.hasOwn(points, name) ? points[name] : undefined;

/** Returns the points that a turn of a bank game has gathered, and loses with a bust. */
export const lostOf = ({ game }) => game?.turn ?? 0;

/** Returns what is said to a player whose turn is lost. */
export const lossOf = ({ points }, table) =>
	[
		phrase("bust", { points: lostOf(table) }),
		points < 0 && phrase("thirdLostToYou", { points }),
	]
		.filter(Boolean)
		.join(" ");

/** Returns the score of the turn that ends at a table: `, 25 in Full house`. */
export function scored({ box, points, bust, bonuses = {} }, table) {
	const more = Object.values(bonuses).reduce((sum, each) => sum + each, 0);
	if (bust) return phrase("lostPoints", { points: lostOf(table) }) + thirdLost(points);
	return (
		phrase(box ? "scoredIn" : "scored", {
			points,
			box: titleOf(box, table),
		}) + (more ? phrase("scoredBonus", { points: more }) : "")
	);
}

/**
 * Returns the result of the turn that ends at a table: `bo: 25 in Chance`, or `bo: 16` without a
 * game.
 */
export const brief = ({ by, total, score }, table) =>
	phrase(score?.bust ? "brieflyLost" : score?.box ? "brieflyIn" : "briefly", {
		name: by,
		points: score?.bust ? lostOf(table) : (score?.points ?? total),
		box: titleOf(score?.box, table),
	}) + (score?.bust ? thirdLost(score.points) : "");

/** Returns what a lost turn costs besides its points: `; third lost turn in a row: -1,000`. */
const thirdLost = (points) => (points < 0 ? phrase("thirdLost", { points }) : "");

/** Returns the highest-scoring option, the first of equals. */
const bestOf = (options) =>
	options.reduce(
		(best, each) => (best?.points >= each.points ? best : each),
		undefined,
	);

/** Returns `ann leads by 12`; empty for a single sheet, and before anybody has scored. */
function standing({ sheets, round }) {
	const [first, second] = [...sheets].sort(
		(one, other) => other.total - one.total,
	);
	const points = first.total - second?.total;
	return !second
		? ""
		: points
			? phrase("leads", { name: first.player, points })
			: first.total || round > 1
				? phrase("level")
				: "";
}

/** Returns the result of a finished match: `ann has won with 254, 12 ahead`. */
function outcome({ sheets, winners = [] }) {
	const of = (name) => sheets.find(({ player }) => player === name)?.total;
	if (!winners[0]) return phrase("over", { points: sheets[0]?.total ?? 0 });
	if (winners[1])
		return phrase("wonTogether", {
			names: names(winners),
			points: of(winners[0]),
		});
	const points = of(winners[0]);
	const ahead =
		points -
		Math.max(
			...sheets
				.filter(({ player }) => player !== winners[0])
				.map(({ total }) => total),
		);
	return phrase("won", {
		name: winners[0],
		points,
		lead:
			ahead === Infinity
				? ""
				: phrase(ahead > 0 ? "wonLead" : "wonHand", { points: ahead }),
	});
}

/**
 * The game of a table: the state of the match, and the sheets of its players. Its buttons act on
 * `page`; without one, nobody can press them.
 */
export class Sheet {
	/** The control to press again to confirm: a box, or the end of the turn. */
	asked;
	/** True once the question has been shown for a moment, so that a double press is no answer. */
	isSeen = false;
	/**
	 * The player whose sheet was chosen; undefined for one's own sheet, or the current player's.
	 */
	chosen;
	/** True if the next box chosen corrects the turn that has ended. */
	isTakenBack = false;
	/** The script of bank games; undefined until a table needs it. */
	bank;
	#page;
	#table;
	#rights = [];
	#drawn;
	#rules;
	#count = 0;

	constructor(page) {
		this.#page = page;
		ui.next.addEventListener("click", () => page.acts.newGame());
		ui.sheet.addEventListener("click", ({ target }) => {
			const button = target.closest("button");
			if (button) this.#choose(button.dataset.box);
		});
		for (const place of [ui.sheet, ui.game])
			new ResizeObserver(() => this.#arrange()).observe(place);
		ui.seats.addEventListener("click", ({ target }) =>
			this.#turnTo(
				target.closest("li")?.querySelector("bdi")?.textContent,
			),
		);
	}

	/** Ends the turn in a box. If the box scores nothing and another one scores, it asks first. */
	#choose(box) {
		const { acts } = this.#page;
		const table = this.#table;
		const { options = [] } = table.game;
		if (this.isTakenBack) {
			const why = acts.obstacle("correct");
			if (why) return this.#page.say(why);
			return acts.ask("table.correct", { box });
		}
		const option = options.find((each) => each.box === box);
		const best = bestOf(options);
		const why =
			acts.obstacle("endTurn") ||
			(option ? "" : phrase("boxClosed", { box: titleOf(box, table) }));
		if (why) return this.#page.say(why);
		if (this.asked === box && !this.isSeen) return;
		if (option.points || !best.points || this.asked === box)
			return acts.ask("table.endTurn", { box });
		const question = phrase("zeroThere", {
			points: best.points,
			box: titleOf(best.box, table),
		});
		tell(question);
		this.#page.say(question, box);
	}

	async #readBank() {
		this.bank = {};
		this.bank = await import("./bank.js").catch(() => {});
		this.#drawn = "";
		if (this.#page) this.#page.draw();
		else this.draw(this.#table, ...this.#rights);
	}

	/** Scrolls to the box that awaits confirmation. */
	#point() {
		ui.sheet.querySelector(".asked")?.scrollIntoView({ block: "nearest" });
	}

	#arrange() {
		if (this.#count)
			arrange(
				this.#count,
				this.#table?.game?.rounds ? this.#table.game.sheets.length : 1,
			);
		this.#point();
	}

	#turnTo(player) {
		this.chosen = player;
		if (this.#table) this.draw(this.#table, ...this.#rights);
	}

	/**
	 * Draws the game. `selves` are the names that play here, if any; `isOpen` is true if they may
	 * end the turn now.
	 */
	draw(table, selves, isOpen) {
		this.#table = table;
		this.#rights = [selves, isOpen];
		const { game, up, rules } = table;
		document.body.classList.toggle("game", !!game);
		document.body.classList.toggle("boxes", !!game?.rounds);
		ui.game.hidden = !game;
		if (!game) return;
		if (table.isBank && !this.bank) this.#readBank();
		const { aim, priceList, stateOf } = this.bank ?? {};
		const choice = this.#page?.choice;
		const stakes = table.isBank && !game.over ? stateOf?.(table, choice) : "";
		const isOthers = up !== undefined && selves[0] && !selves.includes(up);
		const state =
			stakes && isOthers ? phrase("briefly", { name: up, points: stakes }) : stakes;
		const drawn = JSON.stringify([
			game,
			up,
			selves,
			isOpen,
			this.asked,
			this.chosen,
			this.isTakenBack,
			state,
		]);
		if (drawn === this.#drawn && rules === this.#rules) return;
		this.#drawn = drawn;
		this.#rules = rules;
		const round = phrase(game.rounds ? "roundOf" : "round", {
			round: game.round,
			most: game.rounds,
		});
		const alone =
			game.sheets[0].player === undefined &&
			phrase("totalOf", { points: game.sheets[0].total });
		write(
			ui.match,
			[
				rules?.title ?? game.name,
				phrase("match", { match: game.match }),
				!game.over && round,
				alone,
				!game.over && standing(game),
			]
				.filter(Boolean)
				.join(" · "),
		);
		ui.match.classList.toggle("versus", !!game.sheets[1]);
		write(ui.whose, (table.isBank && !game.over && aim?.(rules, game.sheets)) || "");
		write(ui.outcome, game.over ? outcome(game) : (state ?? ""));
		ui.outcome.className = game.over ? "over" : "";
		ui.next.hidden = !game.over || !selves[0];
		const focused =
			ui.sheet.contains(document.activeElement) &&
			document.activeElement.dataset.box;
		const lines = game.rounds
			? this.#boxes(table, selves, isOpen)
			: ((!game.over && priceList?.(rules)) || []);
		this.#count = lines.filter(
			({ className }) => className !== "head",
		).length;
		ui.sheet.replaceChildren(...lines);
		this.#arrange();
		if (focused)
			(
				this.#buttons.find(({ dataset }) => dataset.box === focused) ??
				ui.roll
			).focus();
	}

	/**
	 * Returns a line for each box and bonus, with the points of all players. In narrow layouts only
	 * the owner's points show.
	 */
	#boxes(table, selves, isOpen) {
		const { game, up, rules } = table;
		const { sheets } = game;
		const turnOf = this.isTakenBack ? table.lastPlayer : up;
		const options = (this.isTakenBack ? table.given : game.options) ?? [];
		const of = (name) => sheets.find(({ player }) => player === name);
		const here = selves.includes(up) ? up : selves[0];
		const first = this.isTakenBack ? turnOf : this.chosen;
		const own = of(first) ?? of(here) ?? of(up) ?? sheets[0];
		const owner = own.player;
		const mine =
			selves[0] && (selves.includes(owner) || owner === undefined);
		const isTurn = (sheet) => (sheet.player ?? turnOf) === turnOf;
		write(
			ui.whose,
			!sheets[1]
				? ""
				: mine && !selves[1]
					? phrase("yourSheet")
					: phrase("sheetOf", { name: owner }),
		);
		const names = (sheet) => [
			sheet === own && "own",
			sheet.player === up && !game.over && "up",
		];
		const mark = (sheet, parts, ...more) =>
			element(
				"b",
				{ class: [...names(sheet), ...more].filter(Boolean).join(" ") },
				...[parts].flat(),
			);
		const lines = boxesOf(table).map(({ box, title }) => {
			const points = pointsOf(own.boxes, box);
			const told = options.find((each) => each.box === box);
			const option = isTurn(own) && told;
			const isAsked = this.asked === box;
			const marks = sheets.map((sheet) => {
				const held = pointsOf(sheet.boxes, box);
				const gain =
					held === undefined && isTurn(sheet)
						? told?.points
						: undefined;
				return mark(
					sheet,
					isAsked && sheet === own
						? phrase("sure")
						: (held ?? gain ?? "–"),
					held === 0 && "crossed",
					held !== undefined ? "held" : gain && "gain",
				);
			});
			const isButton =
				mine &&
				points === undefined &&
				(!game.over || this.isTakenBack);
			const gives =
				option &&
				phrase("boxGives", { points: option.points }) +
					(option.joker ? phrase("boxJoker") : "");
			const state =
				points !== undefined
					? phrase("boxFilled", { points })
					: gives || phrase("boxOpen");
			const rest = isButton
				? {
						"aria-label": `${title}: ${state}`,
						"aria-disabled": !(
							this.isTakenBack ||
							(isOpen && option)
						),
					}
				: {};
			const kind = [
				points === undefined ? "" : "full",
				points === 0 && "crossed",
				option && "option",
				isAsked && "asked",
			]
				.filter(Boolean)
				.join(" ");
			return element(
				isButton ? "button" : "span",
				{ class: kind, "data-box": box, ...rest },
				element("span", {}, title),
				...marks,
			);
		});
		const place = (names) =>
			lines.findLastIndex(({ dataset }) => names.includes(dataset.box));
		for (const { bonus, title, of, atLeast } of rules?.bonuses ?? []) {
			const held = (sheet) => pointsOf(sheet.bonuses ?? {}, bonus);
			const sum = ({ boxes }) =>
				of.reduce((sum, box) => sum + (pointsOf(boxes, box) ?? 0), 0);
			if (!of && !sheets.some(held)) continue;
			const marks = sheets.map((sheet) =>
				mark(
					sheet,
					held(sheet) ??
						(of
							? phrase("sumOf", {
									points: sum(sheet),
									least: atLeast,
								})
							: "–"),
					held(sheet) && "gain",
				),
			);
			lines.splice(
				of ? place(of) + 1 : lines.length,
				0,
				element(
					"span",
					{ class: "bonus" },
					element("span", {}, title),
					...marks,
				),
			);
		}
		const nameOf = ({ player }) => [
			badge(player),
			element("bdi", {}, player),
		];
		const head = () =>
			element(
				"span",
				{ class: "head", "aria-hidden": true },
				element("span"),
				...sheets.map((sheet) => mark(sheet, nameOf(sheet))),
			);
		return [...(sheets[1] ? [head(), head()] : []), ...lines];
	}

	get #buttons() {
		return [...ui.sheet.querySelectorAll("button")];
	}

	/** Moves the focus to the highest-scoring box, or else to the first open one. */
	focus() {
		this.#turnTo();
		const best = bestOf(this.#table?.game?.options ?? [])?.box;
		(
			this.#buttons.find(({ dataset }) => dataset.box === best) ??
			this.#buttons[0]
		)?.focus();
	}

	/** Moves the focus to another open box; returns false if the focus is outside the sheet. */
	move(boxes, lines) {
		const buttons = this.#buttons;
		const current = buttons.indexOf(document.activeElement);
		if (current < 0) return false;
		buttons[
			Math.max(0, Math.min(buttons.length - 1, current + boxes + lines))
		].focus();
		return true;
	}
}
