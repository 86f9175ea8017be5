import { chance, stepAt } from "./flight.js";
import { cross, dot, solidOf } from "./solids.js";

/**
 * The fraction of its last step that a die has turned when its flight time is up, before the last
 * value is known; and the fraction as the die settles.
 */
const lean = 0.22;
const landed = 0.55;
/** The time in milliseconds for a die to fall flat after that, and to stop rocking. */
export const fall = 70;
export const rock = 160;

// A turn is a rotation matrix of three rows.
export const apply = (turn, place) => turn.map((row) => dot(row, place));
const after = (turn, first) => {
	const columns = [0, 1, 2].map((index) => first.map((row) => row[index]));
	return turn.map((row) => columns.map((column) => dot(row, column)));
};
/** Returns the turn about an axis, by Rodrigues' formula. */
function about(axis, angle) {
	const [sin, rest] = [Math.sin(angle), 1 - Math.cos(angle)];
	return [
		[1, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	].map((row, index) =>
		row.map(
			(one, other) =>
				one * (1 - rest) +
				axis[index] * axis[other] * rest +
				sin * cross(row, axis).at(other),
		),
	);
}

/** Returns the angle of a die's writing from upright at rest, constant for each die. */
const slant = (number) => (chance(number, 99) - 0.5) * 0.3;

// `texts` are the texts of the whole die, by mark. If none of them is `text`, the die shows `text`
// alone.
/**
 * Returns the position of a die that shows a text: the mark on top, the turn, and the texts in its
 * slots.
 */
export function lying(kind, texts, text, number) {
	const { marks, slots } = solidOf(kind);
	const known = texts.indexOf(text);
	const mark = Math.max(0, known);
	const { normal, up } = marks[mark];
	const writing = slots.map((slot) =>
		known >= 0 ? texts[slot.mark] : slot.mark === mark ? text : "",
	);
	return {
		mark,
		text,
		writing,
		turn: after(about([0, 0, 1], slant(number)), [
			cross(up, normal),
			up,
			normal,
		]),
	};
}

// A tumble never knows its last value: until it settles, it shows the values of its plan and, until
// that has turned away, the value before.
/**
 * The tumble of a solid, computed backward from its final position, so that each passing value is
 * on top at its scheduled time.
 */
export class Tumble {
	/**
	 * For the value before, each value of the plan, and the last value: the mark, the turn that has
	 * this mark on top, and the rotation to that turn.
	 */
	#stops = [];
	/** The times at which each of these is on top. */
	#ups;
	/** The texts in the slots before the first value and after each value. */
	#written = [];

	/**
	 * `texts` are the texts of the plan's values; `side` is the position of the thrower, in
	 * radians; `before` is the position in which the die lay.
	 */
	constructor(kind, texts, times, number, side, before) {
		Object.assign(this, {
			kind,
			texts,
			times,
			number,
			before,
			end: times.at(-1),
		});
		const { marks } = solidOf(kind);
		const [first, second] = times;
		this.#ups = [
			Math.max(0, 2 * first - second),
			...texts.map((_, value) => (times[value] + times[value + 1]) / 2),
		];
		let { mark, turn } = lying(kind, [], "", number);
		for (let stop = texts.length; stop >= 0; stop -= 1) {
			// The last face arrives from behind, where its missing value is not visible.
			const way =
				stop < texts.length
					? side + Math.PI + (chance(number, stop, 7) - 0.5) * 1.6
					: -Math.PI / 2;
			const ahead = [Math.cos(way), Math.sin(way), 0];
			const others = marks
				.map((each, index) => ({
					index,
					normal: apply(turn, each.normal),
				}))
				.filter(({ index }) => index !== mark);
			const highest = Math.max(...others.map(({ normal }) => normal[2]));
			const near = others.filter(
				({ normal }) => normal[2] > highest - 0.2,
			);
			const {
				index,
				normal: [x, y, z],
			} = near.reduce((best, each) =>
				dot(each.normal, ahead) > dot(best.normal, ahead) ? each : best,
			);
			// The opposite side of a coin has no direction in the plane.
			const level = Math.hypot(x, y);
			const axis =
				level > 1e-6
					? [y / level, -x / level, 0]
					: [ahead[1], -ahead[0], 0];
			const angle = Math.acos(Math.max(-1, Math.min(1, z)));
			this.#stops.unshift({ mark, turn, axis, angle });
			turn = after(about(axis, angle), turn);
			mark = index;
		}
		this.#stops.unshift({ mark, turn });
		// The twist turns the die slowly from where it lay to the computed start.
		const [[x, y], [bx, by]] = [
			[turn, marks[mark].up],
			[before.turn, marks[before.mark].up],
		].map((each) => apply(...each));
		this.twist =
			Math.atan2(by * x - bx * y, bx * x + by * y) +
			(chance(number, ...times) < 0.5 ? -2 : 2) * Math.PI;
	}

	/** Returns the die's turn and writing at a time before the die settles. */
	at(elapsed) {
		const last = this.texts.length;
		const ups = this.#ups;
		const now = Math.min(elapsed, this.end);
		const stop = Math.max(
			0,
			ups.findLastIndex((time) => time <= now),
		);
		const edge = this.times[stop];
		const step = stepAt(now, this.times);
		let part = Math.max(0, now - ups[stop]) / (edge - ups[stop]) / 2;
		if (stop === last)
			part =
				((now - ups[last]) / (this.end - ups[last])) * lean +
				(elapsed > now ? Math.sin((elapsed - now) / 60) * 0.03 : 0);
		else if (now > edge)
			part = 0.5 + (now - edge) / (ups[stop + 1] - edge) / 2;
		const { turn, axis, angle } = this.#stops[stop + 1];
		const rest = Math.min(1, (this.end - now) / (this.end - ups[0]));
		// The sway is to both sides of its path, and brings no other face to the top.
		const sway = about(
			[axis[1], -axis[0], 0],
			Math.sin(rest * 9 + this.number) * 0.4 * rest * (1 - rest) * 4,
		);
		return {
			turn: after(
				about([0, 0, 1], this.twist * rest ** 2),
				after(sway, after(about(axis, angle * (1 - part)), turn)),
			),
			writing: (this.#written[step + 1] ??= this.#write(step)),
		};
	}

	/**
	 * Returns the texts of the slots: for each mark the newest value that it has shown or will show
	 * soon, or else the next value.
	 */
	#write(step) {
		const stops = this.#stops.slice(0, -1);
		const texts = [this.before.text, ...this.texts];
		return solidOf(this.kind).slots.map(({ mark }) => {
			const own = stops.flatMap((stop, index) =>
				stop.mark === mark && (index || step < 0) ? [index] : [],
			);
			const known = own.findLast((stop) => stop <= step + 2) ?? own[0];
			return (
				texts[
					known ??
						(this.kind === "ball"
							? texts.length
							: 1 + ((mark + this.number) % this.texts.length))
				] ?? ""
			);
		});
	}

	/** Returns the die's turn `since` milliseconds after settling, given the final turn. */
	settling(since, turn) {
		const { axis, angle } = this.#stops.at(-1);
		const rocking = Math.min(1, Math.max(0, (since - fall) / rock));
		const left =
			(1 - landed) * (1 - Math.min(1, since / fall)) ** 2 -
			Math.sin(rocking * 2 * Math.PI) * 0.03 * (1 - rocking);
		return after(about(axis, angle * left), turn);
	}
}
