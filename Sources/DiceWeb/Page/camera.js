import { add, solidOf } from "./solids.js";
import { apply } from "./tumble.js";

/** The shift up the screen of a raised point, as a fraction of its height. */
export const rise = 0.3;

/**
 * The distance of the camera, in dice and in longer sides of the room: nearer, dice at the edges
 * would lean outward and be cut.
 */
const dice = 14;
const rooms = 2;

/** The extent that is added to a rounded corner, as its outline is nearer than its middle. */
const rounder = 1.05;

/** The height of a ball on the screen, as a fraction of its width. */
const taller = Math.hypot(1, rise);

/** Returns the camera's distance in pixels from a room with dice of this size. */
export const distanceFor = (room, size) =>
	Math.max(dice * size, rooms * Math.max(...room));

/**
 * Returns where a place is seen, in pixels, and its magnification. The middle of a die of this size
 * that lies on the table is not displaced.
 */
function seen([x, y, z], size, distance) {
	const nearness = distance / (distance - z + 0.4 * size);
	return [x * nearness, (y + rise * z) * nearness, nearness];
}

/** Returns the shift that brings the range from `low` to `high` inside that of the room. */
const inward = ([low, high], [least, most]) =>
	Math.max(0, least - low) - Math.max(0, high - most);

/**
 * Returns the place of a solid, moved so that no part of it is seen outside of the bounds: the
 * least and the most across, and the least and the most up the screen, in pixels.
 */
export function placeInside({ kind, turn, at, size }, bounds, distance) {
	const { corners, radius } = solidOf(kind);
	const [across, up] = [[], []];
	for (const corner of corners) {
		const place = add(at, apply(turn, corner), size);
		const [x, y, nearness] = seen(place, size, distance);
		const round = radius * size * nearness * rounder;
		across.push(x - round, x + round);
		up.push(y - round * taller, y + round * taller);
	}
	const range = (list) => [Math.min(...list), Math.max(...list)];
	return [
		at[0] + inward(range(across), bounds[0]),
		at[1] + inward(range(up), bounds[1]),
		at[2],
	];
}

/**
 * Returns the shadow of a solid on the table: its middle, its half width and half height, in
 * pixels, and its darkness. It is wider and fainter the higher the solid is above the table, and
 * stays inside of the bounds.
 */
export function shadowOf({ at, size, above }, [across, up]) {
	const aside = (0.35 + above) * size * 0.7;
	const wide = size * (0.74 + 0.4 * above);
	const high = wide * 0.9;
	const x = at[0] + 0.2 * aside;
	const y = at[1] - 0.22 * aside;
	return {
		at: [
			x + inward([x - wide * dark, x + wide * dark], across),
			y + inward([y - high * dark, y + high * dark], up),
		],
		spread: [wide, high],
		darkness: 1 / (1 + 1.8 * above),
	};
}

/** The part of a shadow, from its middle, that is dark enough to be seen. */
const dark = 0.8;
