import { button, element, glance, ui, write } from "./element.js";
import { dress } from "./panel.js";
import { phrase } from "./phrases.js";
import { shownOn } from "./shapes.js";

/** The largest number of sides for which there are buttons; faces of larger dice are typed. */
const mostTapped = 20;

let again;

/** Shows the button that asks for the faces of the last roll again, while they can be replaced. */
export async function offerAgain(page) {
	await dress();
	again ??= button(
		phrase("enterAgain"),
		() => {
			const { dice, rolled } = page.table;
			askFaces(
				page,
				rolled ? dice.filter(({ die }) => rolled.includes(die)) : dice,
				(faces) => page.acts.ask("table.roll", { faces, replaces: true }),
			);
		},
		{ id: "again" },
	);
	ui.proof.before(again);
	const { isAway, selves, table } = page;
	again.hidden = isAway || !table?.isEntered || !selves.includes(table.by);
}

/**
 * Asks for the faces of the real dice that a roll takes, and passes them to `send`. It asks once
 * more about faces that lose the turn of a bank game.
 */
export async function askFaces({ sheet, table }, dice, send) {
	await dress();
	const isLost = (faces) =>
		table.isBank && sheet.bank?.isLost?.(table.rules?.sets ?? [], faces);
	const slots = dice.map(({ die, sides, faces }) =>
		Object.assign(
			element("input", {
				...(faces ? { type: "text" } : { type: "number", min: 1, max: sides }),
				required: "",
				inputmode: sides > mostTapped ? "numeric" : "none",
				"aria-label": phrase("dieState", { die, state: `d${sides}` }),
			}),
			{ die, sides, faces },
		),
	);
	const pad = element("div", { class: "pad" });
	const enter = element("button", { class: "chief" }, phrase("enterFaces"));
	const question = element("p", { class: "mistake", role: "alert" });
	const form = element(
		"form",
		{ method: "dialog" },
		element("h2", {}, phrase("realDice")),
		element(
			"div",
			{ class: "slots" },
			...slots.map((slot) =>
				element("label", {}, slot, `${slot.die} · d${slot.sides}`),
			),
		),
		pad,
		question,
		enter,
		button(phrase("cancel"), () => dialog.close(), { type: "button" }),
	);
	const dialog = element("dialog", { class: "real" }, form);
	let timer;
	let isSeen = false;

	/** Asks about faces that lose the turn, or takes the question back. */
	function ask(words) {
		write(question, words);
		clearTimeout(timer);
		isSeen = false;
		if (words)
			timer = setTimeout(() => {
				isSeen = true;
			}, glance);
	}

	function fill(slot, face) {
		slot.value = shownOn({ faces: slot.faces, value: face });
		ask("");
		(slots.find((each) => !each.value) ?? enter).focus();
	}

	/** Shows buttons for the faces of one die. */
	function offer(slot) {
		const count = slot.sides > mostTapped ? 0 : slot.sides;
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

	/** Returns the number of the face in a slot, which may be a word; NaN if there is no such face. */
	const faceIn = ({ faces = [], value }) =>
		faces.indexOf(value) + 1 || Number(value);

	function submit(event) {
		const wrong = slots.find((slot) => {
			const face = faceIn(slot);
			return !(face >= 1 && face <= slot.sides);
		});
		const entered = slots.map(faceIn);
		if (!wrong && (!isLost(entered) || isSeen)) return send(entered);
		event.preventDefault();
		if (wrong) wrong.select();
		else if (!question.textContent) ask(phrase("losesTurn"));
	}

	for (const slot of slots) slot.addEventListener("focus", () => offer(slot));
	form.addEventListener("submit", submit);
	form.addEventListener("input", () => ask(""));
	// The page's keys would act on the table under the dialog.
	dialog.addEventListener("keydown", (event) => event.stopPropagation());
	dialog.addEventListener("close", () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
	offer(slots[0]);
}
