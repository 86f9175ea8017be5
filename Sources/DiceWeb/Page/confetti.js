import { element } from "./element.js";
import { isReduced, start } from "./motion.js";

/** The time that it falls, in milliseconds, and the number of pieces in the page. */
const duration = 2600;
const count = 160;
/** The fall in heights of the page per second, per second. */
const gravity = 1.1;

/** Returns a number from `least` to `most`; no two bursts need to be alike. */
const between = (least, most) => least + Math.random() * (most - least);

/** A short burst of colored paper over the whole page. */
class Confetti {
	#canvas = element("canvas", {
		class: "confetti",
		"aria-hidden": true,
		width: innerWidth,
		height: innerHeight,
	});
	#pen = this.#canvas.getContext("2d");
	#began = performance.now();
	#pieces;

	/** Two streams cross from the lower corners. Places are fractions of the page. */
	constructor(colours) {
		this.#pieces = Array.from({ length: count }, (_, index) => {
			const side = index % 2;
			return {
				colour: colours[(index >> 1) % colours.length],
				from: { x: side, y: between(0.7, 1) },
				speed: {
					x: between(0.1, 0.9) * (side ? -1 : 1),
					y: -between(0.7, 1.35),
				},
				size: between(5, 11),
				spin: between(3, 12),
				turn: between(0, Math.PI),
			};
		});
		document.body.append(this.#canvas);
	}

	/** Draws a frame; returns true until the last piece has faded. */
	move(now) {
		const part = (now - this.#began) / duration;
		if (part >= 1) {
			this.#canvas.remove();
			return false;
		}
		const seconds = Math.max(0, now - this.#began) / 1000;
		const { width, height } = this.#canvas;
		const pen = this.#pen;
		pen.reset();
		pen.globalAlpha = Math.min(1, (1 - part) * 3);
		for (const { colour, from, speed, size, spin, turn } of this.#pieces) {
			const x = from.x + speed.x * seconds;
			const y = from.y + speed.y * seconds;
			const angle = turn + spin * seconds;
			pen.setTransform(
				Math.cos(angle),
				Math.sin(angle),
				// Paper that turns over shows its edge.
				-Math.sin(angle) * Math.cos(angle * 0.7),
				Math.cos(angle) * Math.cos(angle * 0.7),
				x * width,
				(y + (gravity * seconds ** 2) / 2) * height,
			);
			pen.fillStyle = colour;
			pen.fillRect(-size / 2, -size / 3, size, size / 1.5);
		}
		return true;
	}
}

/** Lets colored paper rain over the page, unless the person asked for less motion. */
export function shower(colours) {
	if (!isReduced()) start(new Confetti(colours));
}
