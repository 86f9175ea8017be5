import { sideOf } from "./colour.js";
import { element, svg, write } from "./element.js";
import { phrase } from "./language.js";
import { stepAt, Way } from "./flight.js";
import { isReduced, start } from "./motion.js";
import { blank, faceOf, linesOf, shapeOf, shownOn, unknown } from "./shapes.js";

/**
 * The maximum number of dice drawn as cubes, which cost twice as much, and the number above which
 * all dice are calm.
 */
const cubes = 24;
const crowd = 150;
/**
 * The angle in degrees by which a die leans past its last passing value when its time is up, before
 * the next value is known.
 */
const lean = 15;

/**
 * A die: a button to lock it, or a picture. It tumbles through its values; a calm one dims instead.
 */
export class Die {
	/** Two plates for a cube, which show its values by turns; one plate for any other die. */
	#plates;
	#shape;
	/**
	 * The plan that the die follows: `values`, `times`, the time when it `began`, the value shown
	 * `before`; `side` and `reach` are those of the die's `Way`.
	 */
	plan;
	/** The value at rest; empty on a blank die. */
	shown;
	#running = [];
	#shadow;

	/** `count` is the number of dice on the stage. */
	constructor({ die, sides, fate, faces }, isButton, count) {
		Object.assign(this, {
			number: die,
			sides,
			fate,
			faces,
			isButton,
			isInCrowd: count > crowd,
		});
		this.#shape = shapeOf(sides, fate);
		const [outline, edges, , [step]] = this.#shape;
		const isCube = step === 90 && count <= cubes;
		this.#plates = Array.from({ length: isCube ? 2 : 1 }, () => {
			const parts = [
				["side", outline],
				["top", outline],
				["edges", edges],
			].map(([name, d]) => svg("path", { class: name, d }));
			const picture = svg("svg", { viewBox: "0 0 100 100" }, ...parts);
			return {
				picture,
				root: element("span", { class: "plate" }, picture),
				faces: new Map(),
			};
		});
		if (sides === 6 && !faces && !this.isInCrowd)
			for (const plate of this.#plates)
				for (let value = 1; value <= 6; value += 1)
					this.#face(plate, value);
		const lock = svg(
			"svg",
			{ class: "mark", viewBox: "0 0 24 24" },
			svg("path", { d: "M8 11V8a4 4 0 0 1 8 0v3M6 11h12v9H6z" }),
		);
		this.#shadow = element("span", { class: "shadow" });
		const solid = element(
			"span",
			{ class: `solid${isCube ? " cube" : ""}`, "aria-hidden": true },
			...this.#plates.map(({ root }) => root),
			lock,
		);
		this.body = element(
			isButton ? "button" : "span",
			{
				class: `die${faces ? " worded" : ""}`,
				"data-die": die,
				...(isButton ? {} : { role: "img" }),
			},
			this.#shadow,
			solid,
		);
		this.caption = element("span", {
			class: "caption",
			"aria-hidden": "true",
		});
		this.root = element(
			"span",
			{ class: "place" },
			this.body,
			this.caption,
		);
	}

	get isCalm() {
		return this.isInCrowd || isReduced();
	}

	/** Returns the words of a face, or its value. */
	wordOf(value) {
		return shownOn({ faces: this.faces, value });
	}

	/**
	 * Updates the die from the daemon's state. `face` is present once the die has settled; a blank
	 * die was never rolled.
	 */
	update(
		{ hidden, value: told, face: words, locked = false, animating },
		isFirst,
		isBlank,
	) {
		const value = hidden
			? unknown
			: words
				? this.faces?.indexOf(words) + 1 || words
				: told;
		const face = isBlank ? "" : value;
		const word = this.wordOf(value);
		this.isMoving = animating;
		const { body } = this;
		for (const [name, isOn] of Object.entries({
			moving: animating,
			dim: hidden || (animating && this.isCalm),
			locked,
		}))
			body.classList.toggle(name, isOn);
		if (this.isButton) {
			body.ariaPressed = locked;
			body.ariaDisabled = animating;
		}
		const kind = this.fate ? "dF" : `d${this.sides}`;
		const state = animating
			? phrase("rolling")
			: hidden
				? phrase("hidden")
				: isBlank
					? phrase("notRolled")
					: phrase(locked ? "dieHeld" : "dieValue", {
							value: word,
							kind,
						});
		body.ariaLabel = phrase("dieState", { die: this.number, state });
		const isTold = this.faces && !animating && !isBlank;
		if (this.faces) body.title = isTold ? word : "";
		const caption =
			isTold && !locked
				? word
				: locked
					? phrase("locked")
					: kind === "d6"
						? `${this.number}`
						: `${this.number} · ${kind}`;
		write(this.caption, caption);
		this.caption.style.setProperty("--letters", caption.length);
		if (animating && !isFirst)
			return this.plan || this.isCalm || this.#place(value);
		this.#place(value, face);
	}

	/** Marks a die that a choice keeps, or that is idle in it. */
	choose(isChosen, isIdle) {
		const { body } = this;
		body.classList.toggle("chosen", isChosen);
		body.classList.toggle("idle", isIdle);
		if (this.isButton)
			body.ariaPressed = isChosen || body.matches(".locked");
	}

	/**
	 * Follows a plan that began at this time of `performance.now()`, thrown from the side of `by`.
	 * `reach` is that of the die if nothing has changed since it was read.
	 */
	follow({ values, times }, began, by, reach = this.reach) {
		if (this.isCalm || !this.isMoving) return;
		this.#still();
		this.plan = {
			values,
			times,
			began,
			before: this.shown ?? this.body.dataset.value,
			side: sideOf(by),
			reach,
		};
		this.fly();
		start(this);
	}

	/**
	 * Starts or resumes the flight at the current time, unless the die is drawn in three
	 * dimensions.
	 */
	fly() {
		for (const plate of this.#plates) plate.values = undefined;
		if (!this.plan || this.body.closest(".deep")) return;
		const { times, began } = this.plan;
		const duration = times.at(-1);
		const way = new Way(this.plan, this.number);
		const run = (part, frames) =>
			this.#running.push(
				part.animate(frames, {
					duration,
					fill: "both",
					delay: began - performance.now(),
				}),
			);
		const offsets = Array.from({ length: 25 }, (_, index) =>
			Math.min(
				1,
				(times[0] + ((duration - times[0]) * index) / 24) / duration,
			),
		);
		const along = (look) =>
			offsets.map((offset) => ({
				offset,
				...look(...way.at(offset * duration)),
			}));
		run(
			this.body,
			along((across, up, above) => ({
				translate: `${across * 100}% ${(up + above / 5) * -100}%`,
				scale: 1 + above * 0.12,
			})),
		);
		run(
			this.#shadow,
			along((across, up, above) => ({
				translate: `${above * 15}% ${above * 95}%`,
				scale: 1 + above * 0.4,
				opacity: 1 - above * 0.7,
			})),
		);
		this.#tumble(run);
	}

	#tumble(run) {
		const { values, times, before } = this.plan;
		const [step, swerve, spin] = this.#shape[3];
		const count = this.#plates.length;
		const isCube = count > 1;
		const last = values.length;
		const duration = times[last];
		const shown = [before, ...values, ...(isCube ? [""] : [])];
		const middle = shown.map((_, value) =>
			value > last
				? duration
				: value && (times[value - 1] + times[value]) / 2,
		);
		// A value arrives (-1), faces the viewer (0) and leaves (1). On a cube the next value
		// arrives at a right angle while the previous one leaves.
		const when = (value, part) =>
			part && !isCube
				? times[value + Math.min(part, 0)]
				: middle[value + part];
		const frame = (value, part) => {
			// The blank side of a cube tumbles the same way as the last value.
			const way =
					(Math.min(value + Math.min(part, 0), last) + this.number) *
					swerve,
				edge = isCube ? 90 : step / 2,
				isEnd = value + part > last;
			const angle = isEnd
				? value > last
					? lean - edge
					: lean
				: part * edge;
			return {
				offset: when(value, part) / duration,
				rotate: `${Math.cos(way)} ${Math.sin(way)} 0 ${angle}deg`,
				filter: `brightness(${1 - Math.abs(angle) / 250})`,
				...(spin && {
					transform: `rotate(${isEnd ? 0 : (part * spin) / 6}deg)`,
				}),
			};
		};
		this.#plates.forEach((plate, first) => {
			const own = [...shown.keys()].filter(
				(value) => value % count === first,
			);
			const parts = (value) =>
				[-1, 0, 1].filter(
					(part) =>
						(part || isCube || !value) && when(value, part) >= 0,
				);
			plate.values = own.map((value) => this.#face(plate, shown[value]));
			plate.stops = own.map((value) =>
				value > first ? when(value, -1) : 0,
			);
			this.#show(plate, plate.values[0]);
			run(
				plate.root,
				own.flatMap((value) =>
					parts(value).map((part) => frame(value, part)),
				),
			);
		});
	}

	/** The distance that the die may fly on the stage, in its own size: left, right, down, up. */
	get reach() {
		const {
			offsetLeft: left,
			offsetTop: top,
			offsetWidth: size,
			offsetParent: place,
		} = this.body;
		if (place?.id !== "stage" || !size) return [0, 0, 0, 0];
		return [
			left,
			place.clientWidth - left - size,
			place.clientHeight - top - size,
			top,
		].map((room) => Math.max(0, room) / size);
	}

	/** Stops the die as it is, because no further state will arrive. */
	freeze() {
		this.isMoving = false;
		this.#place(
			this.body.dataset.value,
			this.plan ? undefined : this.shown,
		);
	}

	/** Shows the value that is due, and records it in `data-value`. */
	move(now) {
		if (!this.plan) return false;
		const { values, times, began } = this.plan;
		const elapsed = now - began;
		this.body.dataset.value =
			values[stepAt(elapsed, times)] ?? this.body.dataset.value;
		for (const plate of this.#plates)
			this.#show(
				plate,
				plate.values?.[
					plate.stops.findLastIndex((time) => time <= elapsed)
				],
			);
		return true;
	}

	/** Shows a value without movement. */
	#place(value, face = value) {
		if (
			!this.plan &&
			this.body.dataset.value === `${value}` &&
			this.shown === face
		)
			return;
		this.plan = undefined;
		this.shown = face;
		this.#still();
		this.body.dataset.value = value;
		for (const [index, plate] of this.#plates.entries()) {
			this.#show(plate, this.#face(plate, index ? "" : face));
			for (const [each, picture] of plate.faces) {
				if (picture === plate.shown || picture.localName === "path")
					continue;
				picture.remove();
				plate.faces.delete(each);
			}
		}
	}

	#still() {
		for (const animation of this.#running.splice(0)) animation.cancel();
	}

	/**
	 * Returns the picture of a value on a plate. Pips remain there, hidden, until they are needed
	 * again.
	 */
	#face(plate, value) {
		const known = plate.faces.get(`${value}`);
		if (known) return known;
		const [path, text] = faceOf(this.wordOf(value), this.sides, this.fate);
		const lines = linesOf(text);
		// Words need more space than numbers.
		const [x, y, width, height] =
			this.faces && this.sides > 6 ? [12, 26, 76, 48] : this.#shape[2];
		const middle = x + width / 2;
		const size = Math.min(
			(height * 0.9) / lines.length,
			width /
				(Math.max(2, ...lines.map((line) => line.length)) *
					(this.faces ? 0.72 : 0.6)),
		);
		const face = text
			? svg(
					"text",
					{
						x: middle,
						y: y + height / 2,
						"font-size": size,
						class:
							this.sides > 6 && /^[69]$/.test(text)
								? "face ambiguous"
								: "face",
					},
					...(lines[1]
						? lines.map((line, index) =>
								svg(
									"tspan",
									{
										x: middle,
										dy:
											size *
											(index
												? 1
												: (1 - lines.length) / 2),
									},
									line,
								),
							)
						: lines),
				)
			: svg("path", {
					class: this.fate || path === blank ? "face sign" : "face",
					d: path,
				});
		plate.faces.set(`${value}`, face);
		plate.picture.append(face);
		return face;
	}

	#show(plate, face = plate.shown) {
		if (face === plate.shown) return;
		plate.shown?.classList.remove("on");
		plate.shown = face;
		face.classList.add("on");
	}
}
