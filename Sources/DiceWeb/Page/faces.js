import { button, element } from "./element.js";
import { dress } from "./panel.js";
import { phrase } from "./phrases.js";
import { shownOn } from "./shapes.js";

/** The largest number of sides for which there are buttons; faces of larger dice are typed. */
const mostTapped = 20;

/** Asks for the faces of the real dice that a roll takes, and passes them to `send`. */
export async function askFaces(dice, send) {
	await dress();
	const slots = dice.map(({ die, sides, faces }) =>
		Object.assign(
			element("input", {
				type: "number",
				min: 1,
				max: sides,
				required: "",
				inputmode: sides > mostTapped ? "numeric" : "none",
				"aria-label": phrase("dieState", { die, state: `d${sides}` }),
			}),
			{ faces },
		),
	);
	const pad = element("div", { class: "pad" });
	const enter = element("button", { class: "chief" }, phrase("enterFaces"));
	const form = element(
		"form",
		{ method: "dialog" },
		element("h2", {}, phrase("realDice")),
		element("div", { class: "slots" }, ...slots),
		pad,
		enter,
	);
	const dialog = element("dialog", { class: "real" }, form);

	function fill(slot, face) {
		slot.value = face;
		(slots.find((each) => !each.value) ?? enter).focus();
	}

	/** Shows buttons for the faces of one die. */
	function offer(slot) {
		const count = slot.max > mostTapped ? 0 : slot.max;
		pad.replaceChildren(
			...Array.from({ length: count }, (_, index) =>
				button(
					shownOn({ faces: slot.faces, value: index + 1 }),
					() => fill(slot, index + 1),
					{ type: "button" },
				),
			),
		);
	}

	for (const slot of slots) slot.addEventListener("focus", () => offer(slot));
	form.addEventListener("submit", () =>
		send(slots.map((slot) => Number(slot.value))),
	);
	// The page's keys would act on the table under the dialog.
	dialog.addEventListener("keydown", (event) => event.stopPropagation());
	dialog.addEventListener("close", () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
	offer(slots[0]);
}
