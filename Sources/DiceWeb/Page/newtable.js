import { ask, choice, field, form, listed } from "./host.js";
import { phrase } from "./phrases.js";

/**
 * Returns the sides of each die of `5d6`, `d20` or `2d6, d8`; nothing if the text is not a list of
 * dice.
 */
function sidesOf(text) {
	const all = text
		.split(/[\s,+]+/)
		.filter(Boolean)
		.map((part) => part.match(/^(\d*)[dDwW](\d+|%)$/));
	return all.every(Boolean)
		? all.flatMap(([, count, sides]) =>
				Array(Math.min(count || 1, 1000)).fill(
					sides === "%" ? 100 : Number(sides),
				),
			)
		: [];
}

/** Shows a form for a table: its name, dice, players, rolls per turn, and the speed of its dice. */
export function show(place, page) {
	const name = field(phrase("tableName"), {
		maxlength: 64,
		required: "",
		pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*",
		title: phrase("tableNameRule"),
	});
	const dice = field(phrase("whichDice"), {
		value: "5d6",
		required: "",
		placeholder: "5d6, d20",
	});
	const players = field(phrase("whoPlays"), {
		placeholder: phrase("everybody"),
	});
	const rolls = field(phrase("rollsATurn"), {
		type: "number",
		min: 1,
		max: 1000,
		placeholder: phrase("anyNumber"),
	});
	const pace = choice(
		phrase("pace"),
		[
			["0.5", phrase("slow")],
			["1", phrase("asUsual")],
			["2", phrase("fast")],
			["4", phrase("veryFast")],
		],
		"1",
	);
	place.append(
		form(
			phrase("makeTable"),
			make,
			name.root,
			dice.root,
			players.root,
			rolls.root,
			pace.root,
		),
	);

	async function make() {
		const table = name.input.value;
		const sides = sidesOf(dice.input.value);
		const each = listed(players.input.value);
		if (!sides[0]) throw { code: 1, message: phrase("noDice") };
		const pacing = Number(pace.input.value);
		await ask(page, "table.create", {
			table,
			dice: sides,
			...(each[0] && { players: each }),
			...(rolls.input.value && {
				rollsPerTurn: Number(rolls.input.value),
			}),
			...(pacing !== 1 && { pace: pacing }),
		});
		page.join(table);
		page.panel.toggle();
	}
}
