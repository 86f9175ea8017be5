/** The time to wait for the next digit of a number, in milliseconds. */
const digitPause = 400;

/** The movement of each arrow key: number of dice, number of lines. */
const left = [-1, 0];
const right = [1, 0];
const up = [0, -1];
const down = [0, 1];
const first = [-Infinity, 0];
const end = [Infinity, 0];
const moves = {
	ArrowLeft: left,
	b: left,
	ArrowRight: right,
	l: right,
	w: right,
	ArrowUp: up,
	k: up,
	ArrowDown: down,
	j: down,
	Home: first,
	g: first,
	End: end,
	G: end,
};

/**
 * Handles the keys of `dicectl play`: `does` maps keys to actions, `count()` returns the number of
 * dice.
 */
export function listen(does, count) {
	let digits = "";
	let timer;

	const type = (more) => {
		clearTimeout(timer);
		digits += more;
		does.typed(digits);
		// One more digit would exceed every die's number.
		if (digits * 10 > count()) finish();
		else timer = setTimeout(finish, digitPause);
	};

	const finish = (isMeant = true) => {
		clearTimeout(timer);
		const number = Number(digits);
		digits = "";
		does.typed("");
		if (number && isMeant) does.tap(number);
	};

	addEventListener("keydown", (event) => {
		const { key, target } = event;
		if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
			return;
		if (
			target.closest("input:not([type=checkbox]), select") &&
			!(key === "Escape" && target.closest("#panel"))
		)
			return;
		if (digits && !/^\d$/.test(key)) {
			finish(key !== "Escape");
			if (key === "Enter" || key === "Escape")
				return event.preventDefault();
		}
		// A focused control keeps the keys that press it, and the panel keeps the keys that scroll
		// the panel.
		if (/^( |Enter)$/.test(key) && target.closest("button, summary, input"))
			return;
		if (moves[key] && target.closest("#panel")) return;
		const action = /^\d$/.test(key)
			? () => type(key)
			: moves[key]
				? () => does.move(...moves[key])
				: (does[key] ?? does[key.toLowerCase()]);
		if ((key.length > 1 && !moves[key] && key !== "Escape") || !action)
			return;
		event.preventDefault();
		if (!event.repeat || moves[key]) action();
	});
}

/** Moves the focus by this number of dice and lines on a stage. */
export function moveAmong({ dice, columns }, count, lines) {
	const current = dice.findIndex(
		(die) => die.body === document.activeElement,
	);
	const wanted = current < 0 ? 0 : current + count + lines * columns;
	dice[Math.max(0, Math.min(dice.length - 1, wanted))]?.body.focus();
}
