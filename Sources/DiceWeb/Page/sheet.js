import { badge } from "./colour.js";
import { element, fillWith, ui, write } from "./element.js";
import { names, phrase } from "./language.js";

/** `Full house` of `fullHouse`, for a box whose title nobody has told. */
const words = (name) => {
	const all = name.replace(/(?<=.)([A-Z]|\d+)/g, " $1").toLowerCase();
	return all[0].toUpperCase() + all.slice(1);
};

/** What people call a box. A page that saw the first turn of the match end knows the game's document. */
const titleOf = (box, { rules } = {}) => box && (rules?.boxes?.find((each) => each.box === box)?.title ?? words(box));

/** `, 25 in Full house`: what a turn has brought. */
export function scored({ box, points, bust, bonuses = {} }, table) {
	const more = Object.values(bonuses).reduce((sum, each) => sum + each, 0);
	if (bust) return phrase("lostPoints");
	return phrase(box ? "scoredIn" : "scored", { points, box: titleOf(box, table) }) + (more ? phrase("scoredBonus", { points: more }) : "");
}

/** `bo: 25 in Chance`, or `bo: 16` where no game is. */
export const brief = ({ by, total, score }, table) =>
	phrase(score?.bust ? "brieflyLost" : score?.box ? "brieflyIn" : "briefly", { name: by, points: score?.points ?? total, box: titleOf(score?.box, table) });

/** The option that brings most, the first of several. */
const bestOf = (options) => options.reduce((best, each) => (best?.points >= each.points ? best : each), undefined);

/** How far the first is ahead of the second; undefined if there is nobody to be ahead of. */
function lead({ sheets }) {
	const [first, second] = sheets.map(({ total }) => total).sort((one, other) => other - one);
	return second === undefined ? undefined : first - second;
}

/** `ann leads by 12`. */
function standing(game) {
	const ahead = lead(game), first = bestOf(game.sheets.map(({ player, total }) => ({ player, points: total })));
	return ahead === undefined ? "" : ahead ? phrase("leads", { name: first.player, points: ahead }) : phrase("level");
}

/** `ann has won with 254, 12 ahead`, in a match that is over. */
function outcome({ sheets, winners = [] }) {
	const of = (name) => sheets.find(({ player }) => player === name)?.total;
	if (!winners[0]) return phrase("over", { points: sheets[0]?.total ?? 0 });
	if (winners[1]) return phrase("wonTogether", { names: names(winners), points: of(winners[0]) });
	const others = sheets.filter(({ player }) => player !== winners[0]).map(({ total }) => total);
	const ahead = of(winners[0]) - Math.max(...others);
	const lead = !others[0] && others[0] !== 0 ? "" : phrase(ahead > 0 ? "wonLead" : "wonHand", { points: ahead });
	return phrase("won", { name: winners[0], points: of(winners[0]), lead });
}

/** Locks a die of a bank game alone, or with those of its face, or with all that are open, if it scores only so. */
export async function lockScoring({ table, dice }, number, connection) {
	const { value, locked } = dice[number - 1], open = dice.filter((each) => !each.locked);
	const sets = [[{ die: number }], ...(locked ? [] : [open.filter((each) => each.value === value), open])];
	let first;
	for (const set of sets) {
		try {
			return await connection.call("table.toggleLock", { table, dice: set.map(({ die }) => die) });
		} catch (error) {
			first ??= error;
			if (error.data?.reason !== "noScore") break;
		}
	}
	throw first;
}

/** Fills the strip with the totals of all players; each name is an element of this kind. */
export function drawTotals({ game, up }, kind = "span") {
	ui.totals.hidden = !game;
	if (!game) return;
	const list = game.sheets.map(({ player, total }) => {
		const isUp = player === up && !game.over;
		return element("li", { class: isUp ? "up" : "" }, element(kind, { class: "player" }, isUp && player ? "▸ " : "", player ? badge(player) : "", element("bdi", {}, player ?? phrase("total"))), element("b", {}, total));
	});
	fillWith(ui.totals, list);
}

/** The game of a table: how the match stands, and the sheet of one player. `does` has what buttons do. */
export class Sheet {
	/** The box that is to be chosen once more. */
	asked;
	/** Whose sheet is wanted; undefined for one's own, or that of the player who is up. */
	chosen;
	#does;
	#table;
	#rights = [];
	#drawn;
	/** The boxes of the game in order, as far as sheets and options have told. */
	#boxes = [];
	#game;

	constructor(does) {
		this.#does = does;
		ui.next.addEventListener("click", does.next);
		ui.sheet.addEventListener("click", ({ target }) => {
			const button = target.closest("button");
			if (button) this.#choose(button.dataset.box);
		});
		new ResizeObserver(() => this.#point()).observe(ui.sheet);
		for (const list of [ui.totals, ui.seats]) list.addEventListener("click", ({ target }) => this.#turnTo(target.closest("li")?.querySelector("bdi")?.textContent));
	}

	/** Ends the turn in a box. One that brings nothing is asked for twice if another brings points. */
	#choose(box) {
		const table = this.#table, { options = [] } = table.game, option = options.find((each) => each.box === box), best = bestOf(options);
		const why = this.#does.why() || (option ? "" : phrase("boxClosed", { box: titleOf(box, table) }));
		if (why) return this.#does.say(why);
		if (option.points || !best.points || this.asked === box) return this.#does.end(box);
		const question = phrase("zeroThere", { points: best.points, box: titleOf(best.box, table) });
		this.#does.tell(question);
		this.#does.say(question, box);
	}

	#point() { ui.sheet.querySelector(".asked, .best")?.scrollIntoView({ block: "nearest" }); }

	#turnTo(player) {
		this.chosen = player;
		if (this.#table) this.draw(this.#table, ...this.#rights);
	}

	/** Shows the game. `self` is who may play, if anybody; `isOpen` says whether they may end the turn now. */
	draw(table, self, isOpen) {
		this.#table = table;
		this.#rights = [self, isOpen];
		const { asked } = this;
		const { game, up, rules } = table;
		document.body.classList.toggle("game", !!game);
		ui.game.hidden = !game;
		if (!game) return;
		const drawn = JSON.stringify([game, up, !rules, self, isOpen, asked, this.chosen]);
		if (drawn === this.#drawn) return;
		this.#drawn = drawn;
		drawTotals(table, game.rounds && game.sheets[1] ? "button" : "span");
		const round = phrase(game.rounds ? "roundOf" : "round", { round: game.round, most: game.rounds }), target = rules?.target && phrase("target", { points: rules.target });
		write(ui.match, [game.name, phrase("match", { match: game.match }), !game.over && round, target, !game.over && standing(game)].filter(Boolean).join(" · "));
		write(ui.outcome, game.over ? outcome(game) : game.turn === undefined ? "" : phrase("thisTurn", { points: game.turn }));
		ui.outcome.className = game.over ? "over" : "";
		ui.next.hidden = !game.over || !self;
		this.#drawBoxes(table, self, isOpen, asked);
	}

	#drawBoxes(table, self, isOpen, asked) {
		const { game, up } = table, of = (name) => game.sheets.find(({ player }) => player === name);
		this.#learn(game);
		const sheet = of(this.chosen) ?? of(self) ?? of(up) ?? game.sheets[0], owner = sheet?.player;
		const options = (owner ?? up) === up ? game.options ?? [] : [], best = bestOf(options);
		const cells = this.#boxes.map((box) => {
			const title = titleOf(box, table), points = sheet?.boxes[box], option = options.find((each) => each.box === box);
			const isBest = option && option === best && best.points > 0, isButton = self && (owner ?? self) === self && points === undefined && !game.over;
			const name = [points === undefined ? "" : "full", option && "option", isBest && "best", asked === box && "asked"].filter(Boolean).join(" ");
			const gives = option && phrase("boxGives", option) + (option.joker ? phrase("boxJoker") : "") + (isBest ? phrase("boxMost") : "");
			const state = points !== undefined ? phrase("boxFilled", { points }) : gives ?? phrase("boxOpen");
			const mark = asked === box ? phrase("sure") : isBest ? `★${option.points}` : option?.points ?? points ?? "–";
			const rest = isButton ? { "aria-label": `${title}: ${state}`, "aria-disabled": !(isOpen && option) } : {};
			return element(isButton ? "button" : "span", { class: name, "data-box": box, ...rest }, title, element("b", {}, mark));
		});
		const bonuses = Object.entries(sheet?.bonuses ?? {}).map(([name, points]) => element("span", { class: "full" }, table.rules?.bonuses?.find(({ bonus }) => bonus === name)?.title ?? phrase("bonus", { bonus: words(name) }), element("b", {}, points)));
		const focused = ui.sheet.contains(document.activeElement) && document.activeElement.dataset.box;
		ui.sheet.ariaLabel = owner ? phrase("sheetLabel", { name: owner }) : phrase("sheet");
		write(ui.whose, !game.sheets[1] || !cells[0] ? "" : owner === self ? phrase("yourSheet") : phrase("sheetOf", { name: owner }));
		ui.sheet.replaceChildren(...cells, ...bonuses);
		this.#point();
		if (focused) (this.#buttons.find(({ dataset }) => dataset.box === focused) ?? ui.roll).focus();
	}

	/** Keeps the names of boxes: those that are open are told only with options. A new one stands after the one before it. */
	#learn({ name, rounds, options = [], sheets }) {
		if (this.#game !== `${name} ${rounds}`) this.#boxes = [];
		this.#game = `${name} ${rounds}`;
		for (const list of [options.map(({ box }) => box), ...sheets.map(({ boxes }) => Object.keys(boxes))]) {
			for (const [index, box] of list.entries()) {
				if (!this.#boxes.includes(box)) this.#boxes.splice(this.#boxes.indexOf(list[index - 1]) + 1 || (index ? this.#boxes.length : 0), 0, box);
			}
		}
	}

	get #buttons() { return [...ui.sheet.querySelectorAll("button")]; }

	/** Moves the focus to the box that brings most, or to the first that is open. */
	focus() {
		this.#turnTo();
		(ui.sheet.querySelector("button.best") ?? this.#buttons[0])?.focus();
	}

	/** Moves the focus to another open box; false if it is not in the sheet. */
	move(boxes, lines) {
		const buttons = this.#buttons, current = buttons.indexOf(document.activeElement);
		if (current < 0) return false;
		buttons[Math.max(0, Math.min(buttons.length - 1, current + boxes + lines))].focus();
		return true;
	}
}
