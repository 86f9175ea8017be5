import { sideOf } from "./colour.js";
import { element, svg, write } from "./element.js";
import { phrase } from "./language.js";
import { stepAt, Way } from "./flight.js";
import { isReduced, start } from "./motion.js";
import { blank, faceOf, linesOf, shapeOf, shownOn, unknown } from "./shapes.js";

/** Of more dice no one is a cube, which costs twice as much, and of many more each is calm. */
const cubes = 24;
const crowd = 150;
/**
 * By how many degrees a die leans over its last value when its time is up: the next one is not
 * known yet.
 */
const lean = 15;

/**
 * A die: a button to lock it, or a picture. It tumbles over its values; a calm one dims instead.
 */
export class Die {
	/** A cube has two, with every second value each, any other die one. */
	#plates;
	#shape;
	/**
	 * What it follows: `values`, `times`, when it `began`, what it showed `before`; `side` and
	 * `reach` are its way's.
	 */
	plan;
	/** What it shows at rest, which is nothing on a blank one. */
	shown;
	#running = [];
	#shadow;

	/** `count` is how many dice there are. */
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

	/** The words of a face, or its value. */
	wordOf(value) {
		return shownOn({ faces: this.faces, value });
	}

	/**
	 * Takes in what the daemon says of the die, `face` at its end; a blank one was never rolled.
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
					: phrase(locked ? "dieLocked" : "dieValue", {
							value: word,
							kind,
						});
		body.ariaLabel = phrase("dieState", { die: this.number, state });
		const isTold = this.faces && !animating && !isBlank;
		if (this.faces) body.title = isTold ? word : "";
		write(
			this.caption,
			isTold && !locked
				? word
				: locked
					? phrase("locked")
					: kind === "d6"
						? `${this.number}`
						: `${this.number} · ${kind}`,
		);
		if (animating && !isFirst)
			return this.plan || this.isCalm || this.#place(value);
		this.#place(value, face);
	}

	/** Follows a plan that began at this time of `performance.now()`, as a name has thrown it. */
	follow({ values, times }, began, by) {
		if (this.isCalm || !this.isMoving) return;
		this.#still();
		this.plan = {
			values,
			times,
			began,
			before: this.shown ?? this.body.dataset.value,
			side: sideOf(by),
			reach: this.#reach,
		};
		this.fly();
		start(this);
	}

	/** Flies on from where it is by now, unless it is drawn in three dimensions. */
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
		// A value comes (-1), faces whoever looks (0) and goes (1). As one goes from a cube the
		// next one comes, at a right angle.
		const when = (value, part) =>
			part && !isCube
				? times[value + Math.min(part, 0)]
				: middle[value + part];
		const frame = (value, part) => {
			// The blank side goes where the last value leans.
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

	/**
	 * How far it may go on the stage without leaving it, in its own size: left, right, down, up.
	 */
	get #reach() {
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

	/** Stands still as it is, because nobody tells how it goes on. */
	freeze() {
		this.isMoving = false;
		this.#place(
			this.body.dataset.value,
			this.plan ? undefined : this.shown,
		);
	}

	/** Brings the values whose time has come, and keeps in mind what shows. */
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

	/** Shows a value without a movement. */
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
	 * The picture of a value on a plate. Pips stay there, out of sight, until they are needed
	 * again.
	 */
	#face(plate, value) {
		const known = plate.faces.get(`${value}`);
		if (known) return known;
		const [path, text] = faceOf(this.wordOf(value), this.sides, this.fate);
		const lines = linesOf(text);
		// Words take more room than numbers.
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
