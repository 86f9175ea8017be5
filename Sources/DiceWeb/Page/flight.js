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
 * The path of a die that follows a plan: its offset from its place across, up the table, and above
 * it, in sizes of a die.
 */
export class Way {
	/**
	 * `side` is the position of the thrower, in radians from the right; `reach` is the distance
	 * that the die may fly: left, right, down, up.
	 */
	constructor(
		{ values, times, side, reach: [left, right, down, up] },
		number,
	) {
		const by = (part) => chance(number, part, ...values);
		const angle = side + (by(1) - 0.5) * 0.7;
		const length = 0.7 + by(2) * 0.5;
		this.start = times[0];
		this.duration = times[times.length - 1] - times[0];
		this.from = [
			Math.max(-left, Math.min(right, Math.cos(angle) * length)),
			Math.max(-down, Math.min(up, Math.sin(angle) * length)),
		];
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
		return [
			this.from[0] * away,
			this.from[1] * away,
			height * 4 * along * (1 - along),
		];
	}
}
