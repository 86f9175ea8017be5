import { blank, faceOf, linesOf } from "./shapes.js";

/** The size of one piece of writing in pixels, and the number of pieces in a row of the picture. */
const cell = 128;
export const row = 16;

/** The texts on dice, each drawn once into one picture. */
export class Writing {
	canvas = new OffscreenCanvas(cell * row, cell);
	/** True if the picture has changed. */
	isNew = true;
	/**
	 * The number of times the picture was cleared because it was full; all places are then invalid.
	 */
	version = 0;
	#pen = this.canvas.getContext("2d", { willReadFrequently: true });
	#places = new Map([["", 0]]);
	#colours = new Map();

	/** The number of rows of the picture. */
	get rows() {
		return this.canvas.height / cell;
	}

	/** Returns the place of a text in the picture. Place 0 is empty. */
	placeOf(text, { sides, fate }) {
		const key =
			text &&
			`${fate ? "F" : sides === 6 ? "6" : sides > 6 ? "9" : ""} ${text}`;
		const known = this.#places.get(key);
		if (known !== undefined) return known;
		if (this.#places.size === row * this.rows) this.#grow();
		const place = this.#places.size;
		this.#places.set(key, place);
		this.#draw(place, ...faceOf(text, sides, fate), sides, fate);
		this.isNew = true;
		return place;
	}

	/** Doubles the rows of the picture, or clears it. */
	#grow() {
		const { canvas, rows } = this;
		if (rows < row) {
			const known = this.#pen.getImageData(
				0,
				0,
				canvas.width,
				canvas.height,
			);
			canvas.height *= 2;
			return this.#pen.putImageData(known, 0, 0);
		}
		this.#pen.reset();
		this.#places = new Map([["", 0]]);
		this.version += 1;
	}

	#draw(place, path, text, sides, fate) {
		const pen = this.#pen;
		pen.setTransform(
			cell / 100,
			0,
			0,
			cell / 100,
			(place % row) * cell,
			Math.floor(place / row) * cell,
		);
		Object.assign(pen, {
			lineCap: "round",
			lineWidth: fate || path === blank ? 13 : 19,
			textAlign: "center",
			textBaseline: "middle",
			fillStyle: "#fff",
			strokeStyle: "#fff",
		});
		// Canvas draws nothing for a line of zero length.
		if (path) pen.stroke(new Path2D(path.replaceAll("h0", "h.01")));
		const lines = linesOf(text);
		const size = Math.min(
			80 / lines.length,
			(sides === 6 ? 125 : 150) /
				Math.max(2, ...lines.map((line) => line.length)),
		);
		pen.font = `700 ${size}px system-ui, sans-serif`;
		lines.forEach((line, index) =>
			pen.fillText(
				line,
				50,
				53 + (index - (lines.length - 1) / 2) * size,
				sides === 6 ? 78 : 96,
			),
		);
		if (sides > 6 && /^[69]$/.test(text)) pen.fillRect(32, 86, 36, 7);
	}

	/** Returns the red, green and blue of a CSS color, from 0 to 1. */
	colour(text) {
		if (!this.#colours.has(text)) {
			this.#pen.fillStyle = text;
			this.#colours.set(
				text,
				[1, 3, 5].map(
					(at) =>
						parseInt(this.#pen.fillStyle.slice(at, at + 2), 16) /
						255,
				),
			);
		}
		return this.#colours.get(text);
	}
}
