import { element, svg } from "./element.js";
import { isReduced, start, stepAt } from "./motion.js";
import { faceOf, shapeOf, unknown } from "./shapes.js";

/** How long a value rolls into its place at most, and a landing lasts, in milliseconds. */
const longestPass = 150, landing = 420;
/** How many values a reel has room for. */
const slots = 11;
const at = (slot) => ({ transform: `translateY(${(-100 * slot) / slots}%)` });
const hover = (height, turn) => ({ transform: `translateY(${-height}%) rotate(${turn}deg)` });

/** A die: a button to lock it, or a picture. Values pass a window in it on a reel; a calm one dims instead. */
export class Die {
	#reel;
	#window;
	#cube;
	#plan;
	#passedAt = 0;
	#running = new Map();

	constructor({ die, sides, fate }, isButton, isCalm) {
		Object.assign(this, { number: die, sides, fate, isButton, isCalm: isCalm || isReduced() });
		const [outline, edges, window] = shapeOf(sides, fate), [x, y, width, height] = window;
		this.#window = window;
		this.#reel = svg("svg", { class: "reel", viewBox: [x, y, width, height * slots] });
		const view = element("span", { class: "window" }, this.#reel);
		for (const [name, part] of Object.entries({ left: x, top: y, width, height })) view.style.setProperty(name, `${part}%`);
		const parts = [["side", outline], ["top", outline], ["edges", edges]].map(([name, d]) => svg("path", { class: name, d }));
		const lock = svg("svg", { class: "mark", viewBox: "0 0 24 24" }, svg("path", { d: "M8 11V8a4 4 0 0 1 8 0v3M6 11h12v9H6z" }));
		this.#cube = element("span", { class: "cube", "aria-hidden": true }, svg("svg", { class: "shape", viewBox: "0 0 100 100" }, ...parts), view, lock);
		this.body = element(isButton ? "button" : "span", { class: "die", "data-die": die, ...(isButton ? {} : { role: "img" }) }, element("span", { class: "shadow" }), this.#cube);
		this.caption = element("span", { class: "caption", "aria-hidden": "true" });
		this.root = element("span", { class: "place" }, this.body, this.caption);
	}

	/** Takes in what the daemon says of the die. */
	update({ hidden, value: told, locked = false, animating }, isFirst) {
		const value = hidden ? unknown : told;
		const wasMoving = this.isMoving;
		this.isMoving = animating;
		const { body } = this;
		for (const [name, isOn] of Object.entries({ moving: animating, dim: hidden || (animating && this.isCalm), locked })) body.classList.toggle(name, isOn);
		if (this.isButton) {
			body.ariaPressed = locked;
			body.ariaDisabled = animating;
		}
		const kind = this.fate ? "dF" : `d${this.sides}`;
		body.ariaLabel = `die ${this.number}: ${animating ? "rolling" : hidden ? "hidden" : `${value} of ${kind}${locked ? ", locked" : ""}`}`;
		this.caption.textContent = locked ? "locked" : kind === "d6" ? this.number : `${this.number} · ${kind}`;
		if (isFirst) return this.#place(value);
		if (animating) return this.#plan || this.#pass(value);
		if (!wasMoving || this.isCalm || document.hidden) return this.#place(value);
		this.move(performance.now());
		this.#plan = undefined;
		this.#turn(value, longestPass).onfinish = () => this.#rest(value);
		this.#play(this.#cube, [hover(4, 0), hover(0, 0), hover(7, 0), hover(0, 0), hover(2, 0), hover(0, 0)], { duration: landing, easing: "ease-out" });
	}

	/** Follows a plan that began at this time of `performance.now()`. */
	follow({ values, times }, began) {
		if (this.isCalm || !this.isMoving) return;
		this.#plan = { values, times, began };
		const duration = times.at(-1), options = { duration, fill: "both" };
		this.#draw([this.body.dataset.value, ...values]);
		const passes = values.flatMap((_, slot) => {
			const [start, end] = [times[slot], times[slot + 1]];
			return [{ ...at(slot), offset: start / duration, easing: "ease-out" }, { ...at(slot + 1), offset: (start + Math.min(longestPass, 0.8 * (end - start))) / duration }];
		});
		this.#play(this.#reel, [at(0), ...passes, at(values.length)], options, began);
		const swings = times.map((time, step) => ({ ...hover(step && 8 - step / 2, step && (step % 2 ? 3 : -3) * (1 - step / slots)), offset: time / duration }));
		this.#play(this.#cube, [hover(0, 0), ...swings], options, began);
		start(this);
	}

	/** Stands still as it is, because nobody tells how it goes on. */
	freeze() {
		this.isMoving = false;
		this.#place(this.body.dataset.value);
	}

	/** Keeps in mind what shows. */
	move(now) {
		if (!this.#plan) return false;
		const { values, times, began } = this.#plan;
		this.body.dataset.value = values[stepAt(now - began, times)] ?? this.body.dataset.value;
		return true;
	}

	/** Shows a value in passing whose plan is not known. */
	#pass(value) {
		const now = performance.now();
		if (!this.isCalm && this.body.dataset.value !== `${value}`) this.#turn(value, now - this.#passedAt);
		this.#passedAt = now;
	}

	/** Lets a value, which stays for this gap, roll in. */
	#turn(value, gap) {
		this.#draw([this.body.dataset.value, value]);
		this.body.dataset.value = value;
		return this.#play(this.#reel, [at(0), at(1)], { duration: Math.min(longestPass, gap), fill: "both", easing: "ease-out" });
	}

	/** Shows a value without a movement. */
	#place(value) {
		this.#plan = undefined;
		this.#running.get(this.#cube)?.cancel();
		this.#rest(value);
	}

	#rest(value) {
		this.#draw([value]);
		this.body.dataset.value = value;
		this.#running.get(this.#reel)?.cancel();
	}

	#play(part, frames, options, began = performance.now()) {
		this.#running.get(part)?.cancel();
		const animation = part.animate(frames, { ...options, delay: began - performance.now() });
		this.#running.set(part, animation);
		return animation;
	}

	/** Puts these values on the reel, one below the other. */
	#draw(values) {
		const [x, y, width, height] = this.#window;
		const faces = values.map((value, slot) => faceOf(value, this.sides, this.fate, slot * height));
		const texts = faces.flatMap(([, text], slot) => (text ? svg("text", {
			x: x + width / 2, y: y + (slot + 0.5) * height, "font-size": Math.min(height * 0.9, width / (Math.max(text.length, 2) * 0.6)),
			class: this.sides > 8 && /^[69]$/.test(text) ? "ambiguous" : "",
		}, text) : []));
		this.#reel.replaceChildren(svg("path", { class: this.fate ? "sign" : "pips", d: faces.map(([path]) => path).join("") }), ...texts);
	}
}
