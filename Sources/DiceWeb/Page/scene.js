import { distanceFor, placeInside, shadowOf } from "./camera.js";
import { isSeated, paintOf } from "./colour.js";
import { element } from "./element.js";
import { Figure } from "./figure.js";
import { start } from "./motion.js";
import { dieShaders, shadowShaders } from "./shaders.js";
import { solidOf } from "./solids.js";
import { row, Writing } from "./writing.js";

/**
 * The duration above which a frame is slow, and the total of slow frames at which flat dice take
 * over, both in milliseconds. Thirty frames a second, as a phone that saves power draws, are not
 * slow.
 */
const slow = 45;
const patience = 1000;
/** The margin in pixels that dice keep from the edges of the stage. */
const margin = 3;
/** The maximum number of writing slots per solid, and the maximum number of solids drawn. */
const slots = 20;
const most = 512;
/**
 * The number of values per solid: turn, place and size, color, and the color and row of its
 * writing.
 */
const numbers = 21;

/** Returns, for each slot of a solid, the direction that points up when it is read. */
const topsOf = (kind) => {
	const { marks, slots: places } = solidOf(kind);
	return places.flatMap(({ mark }) => marks[mark].normal);
};

/** Dice in three dimensions on a canvas over the stage. */
export class Scene {
	#figures = new WeakMap();
	#writing = new Writing();
	#meshes = new Map();
	#places = new WeakMap();
	#paint;
	#late = 0;
	/**
	 * The drawn fraction of the screen's resolution along each side; reduced when frames are slow.
	 */
	#fineness = 1;
	#last;
	#isMoving = false;

	/**
	 * Opens a scene over `place` with the dice that `dice()` returns; undefined where the browser
	 * cannot draw it. Calls `ended` if the scene ends on its own.
	 */
	static open(place, dice, ended) {
		const canvas = element("canvas", {
			class: "scene",
			"aria-hidden": true,
		});
		const gl = canvas.getContext("webgl2");
		if (!gl) return;
		const scene = Object.assign(new Scene(), {
			place,
			dice,
			ended,
			canvas,
			gl,
		});
		canvas.addEventListener("webglcontextlost", () => scene.end());
		scene.#prepare();
		place.append(canvas);
		place.classList.add("deep");
		return scene;
	}

	end() {
		this.place.classList.remove("deep");
		this.canvas.remove();
		this.gl = undefined;
		this.ended();
	}

	/** Redraws after a change of look or dice. */
	change() {
		this.#paint = undefined;
		if (this.gl) start(this);
	}

	#prepare() {
		const gl = this.gl;
		this.die = this.#program(dieShaders, [
			"room",
			"picture",
			"writing",
			"grid",
			"plain",
			"layers",
			"aside",
			"distance",
			"tops",
		]);
		this.shadow = this.#program(shadowShaders, ["room", "distance"]);
		this.solids = gl.createBuffer();
		this.deep = gl.createBuffer();
		for (const [unit, filter] of [
			[0, gl.LINEAR_MIPMAP_LINEAR],
			[1, gl.NEAREST],
		]) {
			gl.activeTexture(gl.TEXTURE0 + unit);
			gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
			gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
			if (unit)
				gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
		}
		gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
		gl.enable(gl.BLEND);
		gl.enable(gl.CULL_FACE);
		gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
		gl.depthFunc(gl.LEQUAL);
	}

	#program([vertex, fragment], names) {
		const gl = this.gl;
		const program = gl.createProgram();
		for (const [kind, source] of [
			[gl.VERTEX_SHADER, vertex],
			[gl.FRAGMENT_SHADER, fragment],
		]) {
			const shader = gl.createShader(kind);
			gl.shaderSource(shader, source);
			gl.compileShader(shader);
			gl.attachShader(program, shader);
		}
		gl.linkProgram(program);
		return {
			program,
			...Object.fromEntries(
				names.map((name) => [
					name,
					gl.getUniformLocation(program, name),
				]),
			),
		};
	}

	/** Returns the mesh of a solid in the GPU's memory. */
	#mesh(kind) {
		const gl = this.gl;
		const known = this.#meshes.get(kind);
		if (known) return known;
		const { points } = solidOf(kind);
		const mesh = { buffer: gl.createBuffer(), count: points.length / 9 };
		gl.bindBuffer(gl.ARRAY_BUFFER, mesh.buffer);
		gl.bufferData(
			gl.ARRAY_BUFFER,
			new Float32Array(points),
			gl.STATIC_DRAW,
		);
		this.#meshes.set(kind, mesh);
		return mesh;
	}

	/** Draws a frame; returns true if another frame is needed. */
	move(now) {
		if (!this.gl) return false;
		if (this.#isMoving) {
			const took = now - this.#last;
			this.#late = Math.max(
				0,
				this.#late + (took > slow ? Math.min(took, 250) : -took),
			);
			if (this.#late > patience / 3) this.#fineness = 0.6;
			if (this.#late > patience) return this.end();
		}
		this.#last = now;
		const figures = this.dice()
			.filter(({ body }) => body.isConnected)
			.map((die) => {
				if (!this.#figures.has(die))
					this.#figures.set(die, new Figure(die));
				return [die, this.#figures.get(die)];
			});
		this.#draw(figures, now);
		this.#isMoving = figures.some(([, figure]) => !figure.isStill);
		return this.#isMoving;
	}

	#draw(figures, now) {
		const { canvas, gl } = this;
		const {
			clientWidth: width,
			clientHeight: height,
			scrollTop,
		} = this.place;
		const ratio = Math.min(2, devicePixelRatio) * this.#fineness;
		const [across, down] = [width, height].map((each) =>
			Math.max(1, Math.round(each * ratio)),
		);
		if (canvas.width !== across || canvas.height !== down)
			Object.assign(canvas, { width: across, height: down });
		canvas.style.translate = `0 ${scrollTop}px`;
		gl.viewport(0, 0, across, down);
		gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
		const paints = (this.#paint ??= this.#paints());
		const solids = [];
		for (const [die, figure] of figures) {
			const { body } = die;
			const { offsetWidth: size } = body;
			const list = body.closest(".hand");
			const top = body.offsetTop - scrollTop - (list?.scrollTop ?? 0);
			const from = list ? list.offsetTop - scrollTop : 0;
			const until = list ? from + list.clientHeight : height;
			const parts = figure.at(now);
			if (!size || top + size / 2 < from || top + size / 2 > until)
				continue;
			const bounds = this.#boundsOf(list);
			const middle = [
				body.offsetLeft + size / 2 - width / 2,
				height / 2 - top - size / 2,
			];
			const paint = paints(die);
			const fade =
				(body.matches(".dim, .dropped") ? 0.4 : 1) *
				(body.closest(".old") ? 0.35 : 1);
			for (const part of parts)
				solids.push({
					...part,
					die,
					paint,
					fade,
					bounds,
					size: part.size * size,
					at: [
						middle[0] + part.place[0] * size,
						middle[1] + part.place[1] * size,
						part.place[2] * size,
					],
				});
		}
		const room = [width, height];
		this.distance = distanceFor(
			room,
			Math.max(0, ...solids.map(({ size }) => size)),
		);
		for (const solid of solids)
			solid.at = placeInside(solid, solid.bounds, this.distance);
		solids.length = Math.min(solids.length, most);
		// Nearer dice are drawn over those behind them, and never intersect them.
		solids
			.sort((a, b) => b.at[1] - a.at[1])
			.forEach((each, index) => {
				each.row = index;
			});
		this.#drawShadows(solids, room);
		this.#drawSolids(solids, room);
	}

	/**
	 * Returns the least and the most across, and up the screen, that dice may reach: the whole
	 * stage, and what the stage or a list with a scroll bar of its own has above and below.
	 */
	#boundsOf(list) {
		const { clientWidth, clientHeight } = this.place;
		const across = clientWidth / 2 - margin;
		const up = clientHeight / 2 - margin;
		const [above, below] = [this.place, list]
			.filter(Boolean)
			.map(({ scrollTop, scrollHeight, clientHeight }) => [
				scrollTop,
				Math.max(0, scrollHeight - clientHeight - scrollTop),
			])
			.reduce(([one, two], [three, four]) => [one + three, two + four]);
		return [
			[-across, across],
			[-up - below, up + above],
		];
	}

	/** Returns where in the picture the texts in a solid's slots are. */
	#placesOf(writing, die) {
		const { version } = this.#writing;
		const known = this.#places.get(writing);
		if (known?.version === version) return known.list;
		const list = writing.map((text) => this.#writing.placeOf(text, die));
		this.#places.set(writing, { version, list });
		return list;
	}

	/**
	 * Returns a function that gives the colors of a die: those of the look, of the player, or of a
	 * locked die.
	 */
	#paints() {
		const style = getComputedStyle(this.place);
		const { look } = document.documentElement.dataset;
		const rgb = (text) => this.#writing.colour(text);
		const [top, ink, held] = ["--top", "--ink", "--held"].map((name) =>
			rgb(style.getPropertyValue(name)),
		);
		const white = [1, 1, 1];
		const players = new Map();
		const paintFor = (by) => {
			const own = look === "ivory" && isSeated(by) && rgb(paintOf(by));
			return own
				? {
						body: own,
						ink:
							own[0] * 0.3 + own[1] * 0.59 + own[2] * 0.11 > 0.5
								? [0.1, 0.1, 0.12]
								: white,
					}
				: { body: top, ink };
		};
		return ({ body, by }) => {
			if (!players.has(by)) players.set(by, paintFor(by));
			return body.matches(".locked, .chosen")
				? { body: held, ink: white }
				: players.get(by);
		};
	}

	#drawShadows(solids, room) {
		const gl = this.gl;
		gl.useProgram(this.shadow.program);
		gl.uniform2f(this.shadow.room, ...room);
		gl.uniform1f(this.shadow.distance, this.distance);
		gl.bindBuffer(gl.ARRAY_BUFFER, this.deep);
		gl.bufferData(
			gl.ARRAY_BUFFER,
			new Float32Array(
				solids.flatMap((solid) => {
					const { at, spread, darkness } = shadowOf(
						solid,
						solid.bounds,
					);
					return [...at, ...spread, darkness * solid.fade];
				}),
			),
			gl.DYNAMIC_DRAW,
		);
		this.#attributes([2, 2, 1], 5, 0, 1);
		gl.disable(gl.DEPTH_TEST);
		gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, solids.length);
		gl.enable(gl.DEPTH_TEST);
	}

	#drawSolids(solids, room) {
		const gl = this.gl;
		const cells = new Uint8Array(slots * Math.max(1, solids.length));
		for (
			let tries = 0, version;
			tries < 2 && version !== this.#writing.version;
			tries += 1
		) {
			version = this.#writing.version;
			for (const { writing, die, row } of solids)
				cells.set(this.#placesOf(writing, die), row * slots);
		}
		gl.activeTexture(gl.TEXTURE0);
		if (this.#writing.isNew) {
			gl.texImage2D(
				gl.TEXTURE_2D,
				0,
				gl.R8,
				gl.RED,
				gl.UNSIGNED_BYTE,
				this.#writing.canvas,
			);
			gl.generateMipmap(gl.TEXTURE_2D);
			this.#writing.isNew = false;
		}
		gl.activeTexture(gl.TEXTURE1);
		gl.texImage2D(
			gl.TEXTURE_2D,
			0,
			gl.R8UI,
			slots,
			cells.length / slots,
			0,
			gl.RED_INTEGER,
			gl.UNSIGNED_BYTE,
			cells,
		);
		gl.useProgram(this.die.program);
		gl.uniform2f(this.die.room, ...room);
		gl.uniform1f(this.die.distance, this.distance);
		gl.uniform1i(this.die.writing, 1);
		gl.uniform2f(this.die.grid, row, this.#writing.rows);
		gl.uniform1f(
			this.die.plain,
			document.documentElement.dataset.look === "contrast" ? 1 : 0,
		);
		gl.uniform1f(this.die.layers, solids.length);
		const kinds = [...new Set(solids.map(({ kind }) => kind))].map(
			(kind) => [kind, solids.filter((each) => each.kind === kind)],
		);
		const data = new Float32Array(
			kinds
				.flatMap(([, each]) => each)
				.flatMap(({ turn, at, size, paint, fade, row }) => [
					...turn.flat(),
					...at,
					size,
					...paint.body,
					fade,
					...paint.ink,
					row,
				]),
		);
		gl.bindBuffer(gl.ARRAY_BUFFER, this.solids);
		gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
		// A first pass writes depths alone, so that translucent dice do not show their inner sides.
		for (const isDepth of solids.some(({ fade }) => fade < 1)
			? [true, false]
			: [false]) {
			gl.colorMask(!isDepth, !isDepth, !isDepth, !isDepth);
			let first = 0;
			for (const [kind, { length }] of kinds) {
				const { buffer, count } = this.#mesh(kind);
				// On a ball, part of the readable writing is on its sides.
				gl.uniform1f(this.die.aside, kind === "ball" ? 1 : 0.45);
				gl.uniform3fv(this.die.tops, topsOf(kind));
				gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
				this.#attributes([3, 3, 3], 9, 0, 0);
				gl.bindBuffer(gl.ARRAY_BUFFER, this.solids);
				this.#attributes([3, 3, 3, 4, 4, 4], numbers, first, 1, 3);
				gl.drawArraysInstanced(gl.TRIANGLES, 0, count, length);
				first += length;
			}
		}
	}

	/** Binds attributes of these lengths to the bound buffer, starting at row `first`. */
	#attributes(lengths, stride, first, divisor, from = 0) {
		const gl = this.gl;
		let offset = first * stride;
		lengths.forEach((length, index) => {
			gl.enableVertexAttribArray(from + index);
			gl.vertexAttribPointer(
				from + index,
				length,
				gl.FLOAT,
				false,
				stride * 4,
				offset * 4,
			);
			gl.vertexAttribDivisor(from + index, divisor);
			offset += length;
		});
	}
}
