const movers = new Set();
let isAsked;

const preference = matchMedia("(prefers-reduced-motion: reduce)");
export const isReduced = () => preference.matches;

/** Adds a mover to the one animation loop. `move(now)` returns true while it needs more frames. */
export function start(mover) {
	movers.add(mover);
	if (!isAsked) requestAnimationFrame(tick);
	isAsked = true;
}

function tick(now) {
	for (const mover of movers) if (!mover.move(now)) movers.delete(mover);
	isAsked = movers.size > 0;
	if (isAsked) requestAnimationFrame(tick);
}
