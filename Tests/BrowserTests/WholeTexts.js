// The states of the page, the overlay or the audience page whose texts are measured. The script runs
// before the page's own scripts, with a daemon or a broker simulated here. `states` has the states by
// name; `begin(name)` brings a fresh page into one of them.
{
	if (location.protocol !== "about:") sessionStorage.clear();

	const daemon = { role: "play", as: "Mama" };
	const long = "Maximiliane Schmidt";
	const dateOfEntries = "2026-11-20T22:59:01.123Z";

	const host = "a-very-long-name.of-a-host.in-a-club.example.org";

	globalThis.WebSocket = class {
		constructor(url, protocol) {
			daemon.socket = this;
			daemon.isBroker = protocol === "mqtt";
		}

		send(data) {
			if (daemon.isBroker) return answerPacket(data);
			const { token, id, method, params } = JSON.parse(data);
			if (token)
				return tell({ session: { as: daemon.as, role: daemon.role } });
			const answer = answers[method];
			if (answer) tell({ id, result: answer(params ?? {}) });
		}

		close() {}
	};

	const tell = (message) =>
		queueMicrotask(() =>
			daemon.socket.onmessage({ data: JSON.stringify(message) }),
		);
	const notify = (method, params) =>
		daemon.isBroker
			? publish(`${host}/kniffel-12/event`, { jsonrpc: "2.0", method, params })
			: tell({ method, params });

	/** Sends a packet of MQTT to the audience page. */
	const sendPacket = (first, body) => {
		const head = [first];
		let rest = body.length;
		for (; rest > 127; rest >>= 7) head.push((rest & 127) | 128);
		const { buffer } = Uint8Array.from([...head, rest, ...body]);
		queueMicrotask(() => daemon.socket.onmessage({ data: buffer }));
	};
	const publish = (topic, value) => {
		const name = new TextEncoder().encode(`diced/${topic}`);
		const text = typeof value === "string" ? value : JSON.stringify(value);
		sendPacket(0x30, [0, name.length, ...name, ...new TextEncoder().encode(text)]);
	};
	/** Answers a packet of the audience page as a broker with the messages of one host does. */
	const answerPacket = (packet) => {
		const kind = packet[0] >> 4;
		if (kind === 1) sendPacket(0x20, [0, 0]);
		if (kind === 12) sendPacket(0xd0, []);
		if (kind !== 8) return;
		const start = 1 + packet.subarray(1).findIndex((byte) => byte < 128) + 1;
		const codes = [];
		for (let at = start + 2; at < packet.length; codes.push(0))
			at += 2 + packet[at] * 256 + packet[at + 1] + 1;
		sendPacket(0x90, [...packet.subarray(start, start + 2), ...codes]);
		publish(`${host}/status`, "online");
		for (const each of [daemon.snapshot, ...(daemon.others ?? [])])
			publish(`${host}/${each.table}/state`, each);
		if (daemon.snapshot.game)
			publish(`${host}/kniffel-12/game`, daemon.document);
	};

	const answers = {
		ping: () => ({}),
		"server.watch": () => ({ tables: daemon.tables }),
		"table.list": () => ({ tables: daemon.tables }),
		"table.matches": () => ({ matches: [] }),
		"table.unwatch": () => ({}),
		"table.contribute": () => ({ contributors: [] }),
		"table.watch": () => daemon.snapshot,
		"table.get": () => daemon.snapshot,
		"table.game": () => ({ document: daemon.document }),
		"table.history": ({ kind }) => ({
			entries: (daemon.entries ?? []).filter(
				(each) => kind === "all" || each.kind === kind,
			),
			more: false,
		}),
		"roll.list": () => ({ rolls: [] }),
		"link.make": () => ({
			url: "http://192.168.178.123:7447/?table=kniffel-12#" + "a".repeat(240),
			expires: dateOfEntries,
			code: Array(33).fill("10".repeat(17).slice(1)),
		}),
	};

	const die = (number, value, more) => ({
		die: number,
		sides: 6,
		value,
		locked: false,
		animating: false,
		...more,
	});
	const dice = (count, more) =>
		Array.from({ length: count }, (_, index) =>
			die(index + 1, (index % 6) + 1, more),
		);

	/** Returns a table of these players. */
	const table = (players, changes) => ({
		table: "kniffel-12",
		revision: 1,
		turn: 128,
		roll: 2,
		by: players[0],
		rolling: false,
		players,
		up: players[0],
		rollsPerTurn: 3,
		watchers: 3,
		watching: players.slice(0, 1),
		total: 15,
		dice: dice(5),
		commitment: "ab".repeat(32),
		throwCommitment: "cd".repeat(32),
		contributors: players.map((by) => ({ by, commitment: "ef".repeat(32) })),
		...changes,
	});

	const boxes = {
		ones: "Ones",
		twos: "Twos",
		threes: "Threes",
		fours: "Fours",
		fives: "Fives",
		sixes: "Sixes",
		threeOfAKind: "Three of a kind",
		fourOfAKind: "Four of a kind",
		fullHouse: "Full house",
		smallStraight: "Small straight",
		largeStraight: "Large straight",
		yahtzee: "Yahtzee",
		chance: "Chance",
	};
	const names = Object.keys(boxes);
	const sheetRules = {
		name: "yahtzee",
		title: "Yahtzee",
		dice: [6, 6, 6, 6, 6],
		boxes: names.map((box) => ({ box, title: boxes[box], points: 50 })),
		bonuses: [
			{
				bonus: "upper",
				title: "Upper bonus",
				of: names.slice(0, 6),
				atLeast: 63,
				points: 35,
			},
		],
	};
	const bankRules = {
		name: "zehntausend",
		title: "Zehntausend",
		dice: [6, 6, 6, 6, 6, 6],
		target: 10000,
		minimum: 350,
		sets: [
			{ needs: { straight: 6 }, points: 1500 },
			{ needs: { faces: [1] }, points: 100 },
			{ needs: { alike: [4, 2] }, points: 1500 },
		],
	};

	/** Returns a match of these players with the largest usual points, almost over. */
	const match = (players, changes) => ({
		name: "yahtzee",
		match: 12,
		round: 13,
		rounds: 13,
		over: false,
		sheets: players.map((player, place) => ({
			player,
			boxes: Object.fromEntries(
				names
					.slice(0, 10 - place)
					.map((box, index) => [box, index > 5 ? 40 : 7 * index]),
			),
			bonuses: {},
			total: 1575 - 37 * place,
		})),
		options: names
			.slice(10)
			.map((box, index) => ({ box, points: index ? 50 : 0 })),
		...changes,
	});
	/** Returns a match of a bank game. */
	const bank = (players) => ({
		name: "zehntausend",
		match: 3,
		round: 21,
		over: false,
		turn: 2850,
		sheets: players.map((player, place) => ({
			player,
			boxes: {},
			bonuses: {},
			total: 9950 - 1000 * place,
		})),
	});

	let lastThrow = 0;
	/** Shows a settled throw. */
	const thrown = (expression, entry) => () => {
		lastThrow += 1;
		const made = {
			throw: lastThrow,
			table: "kniffel-12",
			by: long,
			expression,
			outcome: "completed",
			text: `${expression}: …`,
			...entry,
			dice: (entry.dice ?? [{ value: 11, sides: 20 }]).map((each, index) => ({
				die: index + 1,
				kept: true,
				flags: [],
				sides: 6,
				...each,
			})),
		};
		notify("throw", {
			...made,
			revision: 2,
			rolling: false,
			dice: made.dice.map((each) => ({ ...each, animating: false })),
			result: made,
		});
	};
	const event = (event, params) => () =>
		notify("event", { table: "kniffel-12", revision: 3, by: "Mama", event, ...params });
	const press = (key) => () =>
		document.body.dispatchEvent(
			new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
		);
	const tap = (selector) => () => document.querySelector(selector).click();
	const until = (condition) => async () => {
		while (!condition()) await pause();
	};
	const seen = (selector) => document.querySelector(selector);
	const focus = (selector) => () => seen(selector).focus();
	const pause = () => new Promise((done) => setTimeout(done, 5));
	const panel = until(
		() => document.querySelector("#panel:not([hidden], [aria-busy=true]) #content > *"),
	);

	const check = (made, margin) => ({
		total: 16,
		check: { target: 35, compare: ">=", made, margin },
	});
	const rounds = (count) => {
		const totals = Array.from({ length: count }, (_, index) => 11 + (index % 3));
		return {
			total: 72,
			totals,
			checks: totals.map((total) => ({
				target: 12,
				compare: ">=",
				made: total > 11,
				margin: total - 12,
			})),
			text: `${count}x4d6kh3 vs 12: ${totals
				.map((total) => `4 4 (1) ${total - 8} = ${total}, made by 0`)
				.join("; ")}; total 72`,
			dice: totals.flatMap((total) =>
				[4, 4, 1, total - 8].map((value) => ({ value, kept: value !== 1 })),
			),
		};
	};
	const family = ["Mama", "Papa", long];
	const turn = (id, total) => ({
		kind: "turn",
		id,
		table: "kniffel-12",
		turn: 127,
		by: long,
		total: 30,
		rolls: [
			{
				roll: 1,
				by: long,
				at: dateOfEntries,
				rolled: [1, 2, 3, 4, 5],
				values: [6, 6, 6, 6, 6],
				outcome: "completed",
			},
		],
		dice: dice(5),
		score: { box: "fourOfAKind", points: total, match: 12 },
		endedAt: dateOfEntries,
	});
	const entries = () => [
		{
			kind: "throw",
			id: 13,
			throw: 9,
			by: long,
			expression: "10d20+1000 vs 35",
			label: "Feuerball mit Ansage",
			outcome: "completed",
			text: "10d20+1000: 11 = 1024, missed by 19",
			endedAt: dateOfEntries,
			dice: [{ die: 1, sides: 20, value: 11, kept: true, flags: [] }],
			...check(false, -19),
			total: 1024,
		},
		turn(12, 30),
		turn(11, 1575),
	];

	const initiative = (count) =>
		Array.from({ length: count }, (_, index) =>
			thrown("d20+1000", {
				label: `${index % 2 ? "goblin chieftain" : long} ${index + 1}`,
				group: "a",
				total: 1000 + index,
			}),
		);

	/** The states of the page by name: the table, and the steps that lead there. */
	const statesOfPage = {
		"a table without a game": [table(family, {}), []],
		"nobody has rolled": [table(["Mama"], { by: undefined, roll: 0, turn: 1 }), []],
		"a missed check": [
			table(family, {}),
			[thrown("d20+5 vs 35", check(false, -19))],
		],
		"a check for a low total": [
			table(family, {}),
			[
				thrown("d100 vs <=45", {
					total: 100,
					check: { target: 45, compare: "<=", made: false, margin: -55 },
				}),
				thrown("d100 vs <=45", {
					total: 1,
					check: { target: 45, compare: "<=", made: true, margin: 44 },
				}),
			],
		],
		"a secret check in a match": [
			table(family, { game: match(family) }),
			[thrown("d20+5 vs 35", { ...check(false, -19), seenBy: ["Mama", long] })],
		],
		"many dice": [
			table(family, {}),
			[
				thrown("1000d6", {
					total: 3348,
					dice: Array.from({ length: 100 }, () => ({ value: 4 })),
				}),
			],
		],
		"rounds": [table(family, {}), [thrown("6x4d6kh3 vs 12", rounds(6))]],
		"rounds in a match": [
			table(family, { game: match(family) }),
			[thrown("6x4d6kh3 vs 12", rounds(6))],
		],
		"a group in a match": [
			table(family, { game: match(family) }),
			[...family, "goblin 12", "goblin 13"].map((label, index) =>
				thrown("d20+1000 vs 35", {
					...check(false, -19),
					label,
					group: "a",
					total: 1000 + index,
				}),
			),
		],
		"a long group": [table(family, { game: match(family) }), initiative(40)],
		"symbols and a label": [
			table(family, {}),
			[
				thrown("3d{sword, 2 superlongwordofmany+fog}", {
					total: 0,
					label: "Wer hat die Klinge des Königs",
					symbols: { sword: 1, superlongwordofmany: 12, fog: 2 },
					dice: ["sword", "2 superlongwordofmany+fog", "sword"].map((face) => ({
						face,
						value: 1,
						sides: 2,
					})),
				}),
			],
		],
		"a match of two": [
			table(["Mama", "Papa"], { game: match(["Mama", "Papa"]) }),
			[],
		],
		"a match of three": [table(family, { game: match(family) }), []],
		"a match of four": [
			table([...family, "Kim"], { game: match([...family, "Kim"]) }),
			[tap("#seats li:nth-child(3) button")],
		],
		"a box is asked for": [
			table(["Mama", "Papa"], { game: match(["Mama", "Papa"]) }),
			[tap("[data-box=largeStraight]")],
		],
		"the turn of another": [
			table(["Papa", "Mama", long], {
				game: match(["Papa", "Mama", long], { options: undefined }),
				roll: 0,
				by: undefined,
				up: "Papa",
			}),
			[
				event("turnEnded", {
					entry: turn(12, 1575),
					nextCommitment: "ba".repeat(32),
					up: "Papa",
				}),
			],
		],
		"a bank game": [
			table(family, { game: bank(family), dice: dice(6), rollsPerTurn: undefined }),
			[],
		],
		"the end of a match": [
			table(family, {
				by: undefined,
				roll: 0,
				up: "Papa",
				game: match(family, { over: true, winners: ["Mama"], options: undefined }),
			}),
			[until(() => document.querySelector(".best")?.textContent)],
		],
		"a tie at the end": [
			table(family, {
				game: match(family, { over: true, winners: [long, "Papa"], options: undefined }),
			}),
			[until(() => document.querySelector(".best")?.textContent)],
		],
		"the history": [
			table(family, { game: match(family) }),
			[press("h"), panel, until(() => document.querySelectorAll("details").length === 3)],
		],
		"the list of tables": [
			table(family, { game: match(family) }),
			[press("t"), panel, until(() => document.querySelector(".table > span > span"))],
		],
		"the rules": [
			table(family, { game: bank(family), dice: dice(6), rollsPerTurn: undefined }),
			[press("?"), panel],
		],
		"the line for throws in a match": [
			table(family, { game: match(family) }),
			[focus("#expression")],
		],
		"the line for throws after a secret check": [
			table(family, { game: match(family) }),
			[
				focus("#expression"),
				thrown("d20+5 vs 35", { ...check(false, -19), seenBy: ["Mama", long] }),
			],
		],
		"the faces of real dice": [
			table(family, { hand: true, game: match(family) }),
			[press("r"), until(() => document.querySelector("dialog .pad button"))],
		],
		"the faces of other real dice": [
			table(family, {
				hand: true,
				dice: [
					die(1, 1, { sides: 20 }),
					die(2, 1, { sides: 3, faces: ["sword", "2 superlongword+fog", "blank"] }),
					die(3, 100, { sides: 100 }),
				],
			}),
			[press("r"), until(() => document.querySelector("dialog .pad button"))],
		],
		"a new game by the host": [
			table(family, { game: match(family) }),
			[panel, tap(".choices button"), until(() => seen(".player-row"))],
		],
		"a new table by the host": [
			table(family, { game: match(family) }),
			[
				panel,
				tap(".choices button:nth-child(2)"),
				until(() => seen("#content select")),
			],
		],
		"an invitation by the host": [
			table(family, { game: match(family) }),
			[
				panel,
				tap(".choices button:nth-child(3)"),
				until(() => seen("#content select")),
				tap("#content .chief"),
				until(() => seen(".made svg")),
			],
		],
		"the buttons for dice": [
			table(family, {}),
			[tap("#pad"), until(() => document.querySelector("#tray button"))],
		],
		"the buttons for dice in a match": [
			table(family, { game: match(family) }),
			[tap("#pad"), until(() => document.querySelector("#tray button"))],
		],
	};

	const crowd = Array.from(
		{ length: 12 },
		(_, index) => `${index % 2 ? "Friedrich-Wilhelm" : long} ${index + 1}`,
	);
	const hundred = Array.from({ length: 100 }, (_, index) => `${long} ${index + 1}`);
	/** The states of the page that the overlay and the audience page have too. */
	const shared = [
		"a table without a game",
		"nobody has rolled",
		"a missed check",
		"a check for a low total",
		"many dice",
		"rounds",
		"rounds in a match",
		"a group in a match",
		"a long group",
		"symbols and a label",
		"a match of two",
		"a match of three",
		"the turn of another",
		"a bank game",
	];
	/** Those that they have without the steps, which are taps on what they lack. */
	const sharedTables = ["a match of four", "the end of a match", "a tie at the end"];
	const statesOfOthers = {
		...Object.fromEntries(shared.map((name) => [name, statesOfPage[name]])),
		...Object.fromEntries(sharedTables.map((name) => [name, [statesOfPage[name][0], []]])),
		"several throws": [
			table(family, { game: match(family) }),
			[
				thrown("10d20+1000 vs 35", {
					label: "Feuerball mit Ansage",
					total: 1200,
					check: { target: 35, compare: ">=", made: true, margin: 1165 },
					dice: Array.from({ length: 10 }, () => ({ value: 20, sides: 20 })),
				}),
				thrown("d100 vs <=45", {
					total: 100,
					check: { target: 45, compare: "<=", made: false, margin: -55 },
				}),
				thrown("d20+5 vs 35", check(false, -19)),
			],
		],
		"a match of twelve": [
			table(crowd, {
				game: match(crowd, {
					sheets: crowd.map((player, place) => ({
						...match([player]).sheets[0],
						total: 1575 - 37 * place,
					})),
				}),
			}),
			[],
		],
		"a long expression": [
			table(family, { game: match(family) }),
			[
				thrown("10d10!r<2kh8 + 12d20kl10 + 2d100 + 1000 vs 1200", {
					label: "Wer hat die Klinge des Königs",
					total: 1481,
					check: { target: 1200, compare: ">=", made: true, margin: 281 },
					dice: Array.from({ length: 24 }, () => ({ value: 20, sides: 20 })),
				}),
			],
		],
		"a match of a hundred": [
			table(hundred, {
				up: hundred[99],
				game: match(hundred, {
					sheets: hundred.map((player, place) => ({
						...match([player]).sheets[0],
						total: 1575 - place,
					})),
				}),
			}),
			[],
		],
		"many rounds": [
			table(family, { game: match(family) }),
			[thrown("100x4d6kh3 vs 12", rounds(100))],
		],
	};
	const statesOfAudience = {
		...statesOfOthers,
		"a list of tables": [
			table(family, { game: match(family) }),
			[() => (location.hash = ""), until(() => seen("#hosts a:nth-child(1)"))],
		],
		"the history of an audience": [
			table(family, { game: match(family) }),
			[
				press("h"),
				() => {
					for (const entry of entries().slice(1))
						publish(`${host}/kniffel-12/history`, entry);
				},
				until(() => seen("details")),
			],
		],
	};
	const isAudience = () => !!seen("meta[name=broker]");

	/** The states by name: the table, and the steps that lead there. */
	Object.defineProperty(globalThis, "states", {
		get: () =>
			location.pathname.startsWith("/overlay")
				? statesOfOthers
				: isAudience()
					? statesOfAudience
					: statesOfPage,
	});

	globalThis.begin = async (name) => {
		const [snapshot, steps] = states[name];
		daemon.snapshot = snapshot;
		daemon.role = name.endsWith("by the host") ? "host" : "play";
		daemon.entries = entries();
		daemon.document = snapshot.game?.rounds ? sheetRules : bankRules;
		daemon.tables = [
			{ table: "kniffel-12", dice: 5, turn: 128, roll: 2, rolling: false, watchers: 3 },
		];
		await until(() => daemon.socket?.onopen)();
		daemon.socket.onopen();
		await until(
			() =>
				seen("#dice .die") &&
				(!seen("body.page") || isAudience() || seen("link[href='/panels.css']")?.sheet),
		)();
		for (const step of steps) {
			await step();
			await pause();
		}
		// The rounds of a throw are divided by a script that loads with the first one.
		if (/rounds|group/.test(name))
			await until(() => document.querySelector("#thrown .rounds"))();
	};
}
