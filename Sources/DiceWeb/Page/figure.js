import { rise } from "./camera.js";
import { Way } from "./flight.js";
import { shownOn, unknown } from "./shapes.js";
import { solidOf } from "./solids.js";
import { apply, fall, lying, rock, Tumble } from "./tumble.js";

/**
 * The shift of a locked die, in its own size, and the fraction of the remaining shift that each
 * frame adds.
 */
const aside = 0.06;
const nearer = 0.25;
const still = [0, 0, 0];

/**
 * Returns the solids of a die: their kind, the texts of their marks, the text of a value, their
 * size, and their offset from the middle.
 */
function partsOf({ sides, fate, faces }) {
	const part = (kind, textOf, step = 1, rest = { size: 1, beside: 0 }) => ({
		kind,
		textOf,
		texts:
			kind === "ball"
				? []
				: solidOf(kind).values.map((value) => textOf(value * step)),
		...rest,
	});
	if (fate)
		return [
			{
				...part(6, (value) => `${[1, 0, -1, -1, 0, 1][value - 1]}`),
				textOf: String,
			},
		];
	if (sides === 100 && !faces)
		return [
			part(10, (value) => `${Math.floor(value / 10) % 10}0`, 10, {
				size: 0.66,
				beside: -0.25,
			}),
			part(10, (value) => `${value % 10}`, 1, {
				size: 0.66,
				beside: 0.25,
			}),
		];
	return [
		part(
			sides === 2
				? "coin"
				: [4, 6, 8, 10, 12, 20].includes(sides)
					? sides
					: "ball",
			(value) => `${shownOn({ faces, value })}`,
		),
	];
}

/** A die in the scene: its solids at rest, or in flight. */
export class Figure {
	#die;
	#parts;
	#plan;
	#way;
	#settled;
	#aside = 0;

	constructor(die) {
		this.#die = die;
		this.#parts = partsOf(die);
	}

	/** True if the die looks the same until its state changes. */
	get isStill() {
		return (
			!this.#plan &&
			this.#settled === undefined &&
			this.#aside === this.#wanted
		);
	}
	get #wanted() {
		return this.#die.body.matches(".locked") ? aside : 0;
	}

	/**
	 * Returns the solids at a timestamp of `performance.now()`: rotation, label, position in die
	 * widths (across, up, above the table), and size of each.
	 */
	at(now) {
		const { plan, number, shown } = this.#die;
		const { values, times, began, before, side } = plan ?? {};
		const text = (part, value) =>
			value === "" || `${value}` === unknown
				? `${value}`
				: part.textOf(value);
		if (plan && plan !== this.#plan) {
			this.#way = new Way(plan, number);
			for (const part of this.#parts)
				part.tumble = new Tumble(
					part.kind,
					values.map((value) => text(part, value)),
					times,
					number,
					side,
					lying(part.kind, part.texts, text(part, before), number),
				);
		} else if (this.#plan && !plan) {
			this.#settled = now;
		}
		this.#plan = plan;
		if (plan || now - this.#settled > fall + rock)
			this.#settled = undefined;
		const way = this.#wanted - this.#aside;
		this.#aside =
			Math.abs(way) < 0.002 ? this.#wanted : this.#aside + way * nearer;
		const [across, up, above] = plan ? this.#way.at(now - began) : still;
		return this.#parts.map((part) => {
			if (!plan && part.rest?.text !== text(part, shown))
				part.rest = lying(
					part.kind,
					part.texts,
					text(part, shown),
					number,
				);
			const rest = plan ? part.tumble.at(now - began) : part.rest;
			const turn =
				this.#settled === undefined
					? rest.turn
					: part.tumble.settling(now - this.#settled, rest.turn);
			const { corners, radius, depth } = solidOf(part.kind);
			const lowest =
				Math.min(...corners.map((each) => apply(turn, each)[2])) -
				radius;
			return {
				kind: part.kind,
				turn,
				writing: rest.writing,
				size: part.size,
				place: [
					across + part.beside,
					up - this.#aside - rise * depth * part.size,
					above - lowest * part.size,
				],
				above,
			};
		});
	}
}
