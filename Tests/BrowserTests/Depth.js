// Checks how dice of all kinds follow a plan, without a screen. Returns a list of faults as texts.
(async () => {
	const [scene, { Way }] = await Promise.all(
		["scene", "common"].map((name) => import(`/${name}.js`)),
	);
	const { Figure, apply, solidOf } = scene;
	const wrong = [];
	const times = [0, 51, 106, 163, 225, 293, 368, 452, 553, 684, 1000].map(
		(time) => 90 + time * 0.7,
	);
	const end = times.at(-1);
	const kinds = [2, 4, 6, 7, 8, 10, 12, 20, 30, 100, 1000]
		.map((sides) => ({ sides, least: 1 }))
		.concat({ sides: 3, fate: true, least: -1 });
	// Dice with words on their faces, some of them alike.
	for (const sides of [2, 5, 6, 8])
		kinds.push({
			sides,
			least: 1,
			faces: [
				"blank",
				"fog",
				"2 sun+rain",
				"blank",
				"3",
				"🌈",
				"fog",
				"-1",
			].slice(0, sides),
		});
	const textsOf = ({ sides, faces }, value) =>
		faces
			? [faces[value - 1]]
			: sides === 100
				? [`${Math.floor(value / 10) % 10}0`, `${value % 10}`]
				: [`${value}`];
	/** Returns the text on top of a solid, and its height above the next one. */
	const top = ({ kind, turn, writing }) => {
		const { marks, slots } = solidOf(kind),
			heights = marks
				.map(({ normal }, mark) => [apply(turn, normal)[2], mark])
				.sort(([one], [other]) => other - one);
		return [
			writing[slots.findIndex(({ mark }) => mark === heights[0][1])],
			heights[0][0] - heights[1][0],
		];
	};
	// A die in a corner of a small room, and one beside the edge of a television.
	const rooms = [
		{ room: [320, 200], size: 60, middle: [-128, 68] },
		{ room: [1920, 1080], size: 420, middle: [740, -320] },
	];
	/**
	 * Returns how far a solid or its shadow is seen beyond the edges of a room, in pixels, from
	 * each point that is drawn.
	 */
	const beyond = (part, { room, size, middle }) => {
		const [across, up] = room.map((side) => side / 2);
		const bounds = [
			[-across, across],
			[-up, up],
		];
		const distance = scene.distanceFor(room, size);
		const solid = {
			...part,
			size: part.size * size,
			at: [
				middle[0] + part.place[0] * size,
				middle[1] + part.place[1] * size,
				part.place[2] * size,
			],
		};
		const at = scene.placeInside(solid, bounds, distance);
		const { points } = solidOf(part.kind);
		let most = 0;
		for (let point = 0; point < points.length; point += 9) {
			const [x, y, z] = apply(
				part.turn,
				points.slice(point, point + 3),
			).map((each, axis) => at[axis] + each * solid.size);
			const far = (distance - z + 0.4 * solid.size) / distance;
			most = Math.max(
				most,
				Math.abs(x / far) - across,
				Math.abs((y + scene.rise * z) / far) - up,
			);
		}
		const shadow = scene.shadowOf({ ...solid, at }, bounds);
		return Math.max(
			most,
			Math.abs(shadow.at[0]) + shadow.spread[0] * 0.8 - across,
			Math.abs(shadow.at[1]) + shadow.spread[1] * 0.8 - up,
		);
	};
	const body = { matches: () => false };
	for (const kind of kinds)
		for (const number of [1, 2, 9]) {
			const most = kind.fate ? 1 : kind.sides;
			const face = (step) =>
				kind.least +
				((step * 7 + number * 5) % (most - kind.least + 1));
			const values = Array.from({ length: 10 }, (_, step) => face(step));
			const last = kind.least;
			const before = most;
			const plan = {
				values,
				times,
				began: 1000,
				before: `${before}`,
				side: number,
				reach: [9, 9, 9, 9],
			};
			const make = () => ({ ...kind, number, body, shown: `${before}` });
			const die = make();
			const again = make();
			const figure = new Figure(die);
			const other = new Figure(again);
			const name = kind.fate ? "dF" : `d${kind.faces ?? kind.sides}`;
			const say = (words, time) =>
				wrong.push(
					`${name} die ${number} at ${Math.round(time)}: ${words}`,
				);
			const still = figure.at(900);
			if (
				still.map((part) => top(part)[0]).join() !==
				textsOf(kind, before).join()
			)
				say("another value before", 0);
			die.plan = again.plan = plan;
			const first = figure.at(1000);
			// Solids look alike from many sides, so corners are compared instead of turns.
			first.forEach((part, index) => {
				const places = ({ kind, turn }) =>
					solidOf(kind).corners.map((each) => apply(turn, each));
				const far = places(part).map((each) =>
					Math.min(
						...places(still[index]).map((other) =>
							Math.hypot(
								...each.map((one, axis) => one - other[axis]),
							),
						),
					),
				);
				if (kind.sides !== 2 && Math.max(...far) > 0.02)
					say("a jump as it begins", 0);
			});
			let lowest = 9;
			for (let time = 1; time < end; time += 3) {
				const parts = figure.at(1000 + time);
				const step = times.findLastIndex((each) => each <= time);
				const told = textsOf(kind, step < 0 ? before : values[step]);
				const known = new Set(
					[...values, ...(step < 0 ? [before] : [])].flatMap(
						(value) => textsOf(kind, value),
					),
				);
				parts.forEach((part, index) => {
					if (time % 60 === 1)
						for (const place of rooms) {
							const far = beyond(part, place);
							if (far > 2)
								say(`${far} px outside of ${place.room}`, time);
						}
					const [text, ahead] = top(part);
					if (text !== told[index] && ahead > 0.04)
						say(`${text} for ${told[index]}`, time);
					const foreign = part.writing.filter(
						(text) => text && !known.has(text),
					);
					if (foreign[0])
						say(`${foreign[0]} is not in the plan`, time);
					lowest = Math.min(
						lowest,
						part.place[2] +
							part.size *
								(Math.min(
									...solidOf(part.kind).corners.map(
										(each) => apply(part.turn, each)[2],
									),
								) -
									solidOf(part.kind).radius),
					);
				});
				if (
					JSON.stringify(other.at(1000 + time)) !==
					JSON.stringify(parts)
				)
					say("otherwise elsewhere", time);
			}
			if (lowest < -1e-6) say("below the table", 0);
			if (Math.hypot(...new Way(plan, number).at(end)) > 1e-9)
				say("not where it lies", end);
			if (
				Math.hypot(...new Way(plan, number).at((end + times[0]) / 3)) <
				0.1
			)
				say("no way across the table", end / 3);
			Object.assign(die, { plan: undefined, shown: `${last}` });
			for (const after of [0, 30, 80, 400]) {
				const parts = figure.at(1000 + end + after);
				if (
					parts.map((part) => top(part)[0]).join() !==
					textsOf(kind, last).join()
				)
					say(`another value ${after} ms after it has settled`, end);
				if (
					after === 400 &&
					(!figure.isStill ||
						parts.some((part) => top(part)[1] < 0.05))
				)
					say("no rest", end);
			}
		}
	return wrong;
})();
