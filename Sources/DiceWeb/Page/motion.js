const movers = new Set();
let isAsked;

const preference = matchMedia("(prefers-reduced-motion: reduce)");
export const isReduced = () => preference.matches;

/** One loop for all: `move(now)` says whether it goes on. */
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

/** The newest passing value whose time has come; -1 before the first. At the last time the die settles. */
export function stepAt(elapsed, times) {
	let step = -1;
	while (step + 2 < times.length && times[step + 1] <= elapsed) step += 1;
	return step;
}
