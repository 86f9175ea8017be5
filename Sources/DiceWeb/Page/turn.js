import { phrase } from "./language.js";
import { ring } from "./sound.js";

let lock;
let isWanted = false;
let called;

/**
 * Returns the call to the current player, if this is their screen and they have not rolled; empty
 * otherwise.
 */
export function callOf({ table, turn, up, by, game, isRolling }, selves) {
	if (!selves.includes(up) || by || isRolling || game?.over) return "";
	const key = [table, game?.match, turn, up].join();
	if (key !== called) ring(659, 880);
	called = key;
	return selves[1] ? phrase("now", { name: up }) : phrase("yourTurn");
}

/**
 * Keeps the screen awake while that is wanted. Browsers release the lock when the page is hidden.
 */
export async function stayAwake(wanted = isWanted) {
	isWanted = wanted;
	if (!wanted) lock?.release?.();
	if (!wanted || lock || document.hidden || !navigator.wakeLock) return;
	lock = {};
	lock = await navigator.wakeLock.request("screen").catch(() => {});
	lock?.addEventListener("release", () => {
		lock = undefined;
	});
}

addEventListener("visibilitychange", () => stayAwake());
