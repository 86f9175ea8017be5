/**
 * Returns a number from 0 to 1 that depends on the arguments alone, equal on every screen: FNV-1a.
 */
export function chance(...numbers) {
	const hash = numbers.reduce(
		(hash, each) => Math.imul(hash ^ each, 16777619),
		2166136261,
	);
	return (
		((Math.imul(hash ^ (hash >>> 15), 2246822519) >>> 8) & 0xffff) / 0xffff
	);
}

/**
 * Returns the index of the passing value at `elapsed`; -1 before the first. The die settles at the
 * last time.
 */
export function stepAt(elapsed, times) {
	let step = -1;
	while (step + 2 < times.length && times[step + 1] <= elapsed) step += 1;
	return step;
}

/** Each hop's start and end, as fractions of the flight, and its height, in sizes of a die. */
const hops = [
	[0, 0.48, 0.95],
	[0.48, 0.78, 0.36],
	[0.78, 0.94, 0.11],
];
/** The fraction of the flight in which a die moves away from its place; then the die returns. */
const leaving = 0.16;

/**
 * The length of a throw, as a fraction of the way to the thrower's edge of the stage, before the
 * random part; more than 1 bounces off that edge. And the most of it, in sizes of a die.
 */
const shortest = 0.85;
const farthest = 9;

/** Returns the place that a die reaches which bounces off the edges at `least` and `most`. */
function bounced(place, [least, most]) {
	const width = most - least;
	if (width <= 0) return 0;
	const along = (((place - least) % (2 * width)) + 2 * width) % (2 * width);
	return least + (along < width ? along : 2 * width - along);
}

/**
 * The path of a die that follows a plan: its offset from its place across, up the table, and above
 * it, in sizes of a die. The die is taken to the thrower's edge of the stage and thrown across the
 * table to its place; on the way it may bounce off the edges.
 */
export class Way {
	/**
	 * `side` is the position of the thrower, in radians from the right; `reach` is the distance
	 * from the die to the edges of the stage: left, right, down, up.
	 */
	constructor(
		{ values, times, side, reach: [left, right, down, up] },
		number,
	) {
		const by = (part) => chance(number, part, ...values);
		const angle = side + (by(1) - 0.5) * 0.7;
		const [across, along] = [Math.cos(angle), Math.sin(angle)];
		const edge = Math.min(
			(across < 0 ? left : right) / Math.abs(across),
			(along < 0 ? down : up) / Math.abs(along),
		);
		const length = Math.min(
			farthest,
			Math.max(0.7, edge) * (shortest + by(2) * 0.5),
		);
		this.start = times[0];
		this.duration = times[times.length - 1] - times[0];
		this.from = [across * length, along * length];
		this.across = [-left, right];
		this.up = [-down, up];
	}

	at(elapsed) {
		const part = Math.max(
			0,
			Math.min(1, (elapsed - this.start) / this.duration),
		);
		const back = (part - leaving) / (1 - leaving);
		const away =
			part < leaving
				? Math.sin(((part / leaving) * Math.PI) / 2)
				: (1 - back) ** 2;
		const [start, end, height] = hops.find(([, end]) => part < end) ?? [
			0, 1, 0,
		];
		const along = (part - start) / (end - start);
		const [across, up] = this.from;
		return [
			bounced(across * away, this.across),
			bounced(up * away, this.up),
			height * 4 * along * (1 - along),
		];
	}
}
