// Unusual sequences of events on the page: its display and requests when it receives something
// unexpected. The script runs before the page's own scripts. `rows` is the table: the state and the
// requests so far (`given`), the events (`then`), the expected display (`shows`), and the expected
// requests since `given` (`sends`). `play(row)` plays a row in a fresh page, with a daemon
// simulated here, and returns the differences.
{
	if (location.protocol !== "about:") {
		sessionStorage.clear();
		sessionStorage.setItem("table", "home");
	}

	/** The methods whose requests a row compares. */
	const noted = new RegExp(
		[
			"ask|configure|contribute|correct|endTurn|lock|newGame|roll",
			"throw|cancel|reveal|watch|show|rest",
		].join("|"),
		"i",
	);
	const daemon = { tables: {}, role: "play", waiting: [], sent: [] };

	// Time passes only where a row says so.
	const { setTimeout: later, clearTimeout: never } = globalThis;
	const timers = new Map();
	globalThis.setTimeout = (action, time = 0) => {
		if (time < 100) return later(action, time);
		const timer = Symbol("timer");
		timers.set(timer, { action, time });
		return timer;
	};
	globalThis.clearTimeout = (timer) =>
		timers.delete(timer) || (typeof timer === "number" && never(timer));
	const passed = (time) => () => {
		for (const [timer, each] of timers)
			if (each.time <= time && timers.delete(timer)) each.action();
	};

	globalThis.WebSocket = class {
		constructor() {
			daemon.socket = this;
			if (daemon.isThere) queueMicrotask(() => this.onopen?.());
		}

		send(text) {
			const { token, id, method, params = {} } = JSON.parse(text);
			if (token)
				return tell(this, {
					session: { as: "ann", role: daemon.role },
				});
			const { table, entropy, commitment, frames, ...rest } = params;
			if (noted.test(method) && !method.startsWith("server.")) {
				daemon.sent.push(
					[
						method.replace("table.", ""),
						table,
						...Object.entries(rest)
							.filter(([key]) => key !== "sheets")
							.map(([, value]) =>
								/^{/.test(JSON.stringify(value))
									? JSON.stringify(value)
									: value,
							)
							.flat(),
					].join(" "),
				);
			}
			if (/create|link|bot/.test(method))
				daemon.sent.push(`${method} ${JSON.stringify(params)}`);
			if (method === "table.delete") daemon.sent.push(`delete ${table}`);
			const answer = answers[method.replace("table.", "")];
			if (answer) tell(this, { id, ...answer(params) });
			else daemon.waiting.push({ socket: this, id, method });
		}

		close() {}
	};

	const tell = (socket, message) =>
		queueMicrotask(() =>
			socket.onmessage?.({ data: JSON.stringify(message) }),
		);
	const result = (value) => () => ({ result: value });

	/** The immediate answers; all other requests wait for `answered` or `refused`. */
	const answers = {
		ping: result({}),
		unwatch: result({}),
		history: result({ entries: [], more: false }),
		contribute: result({ contributors: [] }),
		game: result({
			document: {
				name: "yahtzee",
				title: "Yahtzee",
				dice: [6, 6, 6, 6, 6],
				boxes: ["ones", "twos", "threes", "chance"].map((box) => ({
					box,
					points: 25,
					title: `${box[0].toUpperCase()}${box.slice(1)}`,
				})),
			},
		}),
		"server.unwatch": result({}),
		"server.watch": () => ({ result: list() }),
		watch: ({ table }) =>
			daemon.tables[table]
				? { result: daemon.tables[table] }
				: {
						error: {
							code: 1,
							message: "no such table",
							data: { reason: "tableNotFound" },
						},
					},
	};

	const list = () => ({
		tables: Object.values(daemon.tables).map(({ table, dice }) => ({
			table,
			dice: dice.length,
			turn: 1,
			roll: 1,
			rolling: false,
			watchers: 1,
		})),
	});

	// Tables

	const dice = (count, animating = false) =>
		Array.from({ length: count }, (_, index) => ({
			die: index + 1,
			sides: 6,
			value: 3,
			locked: false,
			animating,
		}));

	/** Returns a table in ann's turn after its first of three rolls. */
	const table = (name, changes) => ({
		table: name,
		revision: 1,
		turn: 4,
		roll: 1,
		by: "ann",
		rolling: false,
		players: ["ann", "bo"],
		up: "ann",
		rollsPerTurn: 3,
		watchers: 2,
		watching: ["ann", "bo"],
		total: 15,
		dice: dice(5),
		commitment: `turn 4 of ${name}`,
		throwCommitment: "throw",
		...changes,
	});
	/** Returns two tables of this kind. */
	const tables = (changes) => ({
		home: table("home", changes),
		away: table("away", changes),
	});

	const sheet = (player) => ({ player, boxes: {}, bonuses: {}, total: 0 });
	const options = [
		["ones", 0],
		["twos", 0],
		["threes", 15],
		["chance", 15],
	].map(([box, points]) => ({ box, points }));
	const game = {
		game: {
			name: "yahtzee",
			match: 1,
			round: 1,
			rounds: 13,
			over: false,
			sheets: [sheet("ann"), sheet("bo")],
			options,
		},
	};

	// Events

	/** Presses a key, with the click that browsers add for some keys on a button. */
	const press = (key) => () => {
		const target = document.activeElement ?? document.body;
		const isFree = target.dispatchEvent(
			new KeyboardEvent("keydown", {
				key,
				bubbles: true,
				cancelable: true,
			}),
		);
		if (isFree && /^( |Enter)$/.test(key) && target.localName === "button")
			target.click();
	};
	const focus = (selector) => () => document.querySelector(selector).focus();
	const tap = (selector) => () => document.querySelector(selector).click();
	const typed = (text) => () => {
		document.getElementById("expression").value = text;
		document.getElementById("entry").requestSubmit();
	};
	const told = (method, params) => () =>
		tell(daemon.socket, { method, params });
	const event = (name, params, on = "home") =>
		told("event", {
			table: on,
			revision: 2,
			event: name,
			by: "ann",
			...params,
		});
	const waiting = (method) =>
		daemon.waiting.splice(
			daemon.waiting.findIndex((each) => each.method === method),
			1,
		)[0];
	const refused =
		(method, code, reason, message = reason) =>
		() => {
			const { socket, id } = waiting(method);
			tell(socket, { id, error: { code, message, data: { reason } } });
		};
	const answered =
		(method, value = {}) =>
		() => {
			const { socket, id } = waiting(method);
			tell(socket, { id, result: value });
		};
	/** Ends the connection; there is no other until `back`. */
	const gone = () => {
		daemon.isThere = false;
		daemon.socket.onclose({ code: 4503 });
	};
	const back = () => {
		daemon.isThere = true;
		dispatchEvent(new Event("online"));
	};
	const hidden = (isHidden) => () => {
		Object.defineProperty(document, "hidden", {
			value: isHidden,
			configurable: true,
		});
		dispatchEvent(new Event("visibilitychange"));
	};
	/** Chooses another table from the list. */
	const leave = (name) => [press("t"), tap(`[data-table=${name}]`)];
	/** Presses a button of the panel. */
	const pushed = (words) => () =>
		[...document.querySelectorAll("#content button")]
			.find((each) => each.textContent === words)
			.click();
	/** Fills in the fields of the panel's form, in order, and sends it. */
	const filledIn =
		(...values) =>
		() => {
			const fields = document.querySelectorAll(
				"#content form :is([type=text], [type=number], [type=checkbox], select)",
			);
			for (const [index, value] of values.entries()) {
				if (typeof value === "boolean") fields[index].checked = value;
				else fields[index].value = value;
				fields[index].dispatchEvent(new Event("change"));
			}
			document.querySelector("#content form").requestSubmit();
		};
	/** Makes the page a host's. */
	const hosting = [
		() => {
			daemon.role = "host";
		},
		() => gone(),
		() => back(),
	];
	/** Answers the requests of the list of tables. */
	const toldOfEach = () => {
		answers.get = ({ table }) => ({ result: daemon.tables[table] });
	};
	/** The ways to move on after a press instead of pressing the same button again. */
	const ways = {
		pointer: () =>
			document
				.getElementById("title")
				.dispatchEvent(
					new PointerEvent("pointerdown", { bubbles: true }),
				),
		focus: () => document.getElementById("close").focus(),
		key: () =>
			document.body.dispatchEvent(
				new KeyboardEvent("keydown", { key: "Shift", bubbles: true }),
			),
		window: () => dispatchEvent(new Event("blur")),
	};
	/** Delays the answer to a watch. */
	const slowly = () => {
		delete answers.watch;
	};
	const rolling = event("rollStarted", {
		rolled: [1, 2, 3, 4, 5],
		plan: [
			{
				die: 1,
				values: [1, 2, 3, 4, 5, 6, 1, 2, 3, 4],
				times: [
					1e6, 2e6, 3e6, 4e6, 5e6, 6e6, 7e6, 8e6, 9e6, 10e6, 11e6,
				],
			},
		],
	});
	const asked = event("rollAsked", {
		contributors: [{ by: "bo", commitment: "x" }],
	});
	const deleted = [
		() => {
			delete daemon.tables.home;
		},
		event("tableDeleted", {}),
	];
	const made = [
		() => {
			daemon.tables.home = table("home", {});
		},
		told("tables", { tables: [{ table: "home" }] }),
	];
	/** Counts the changes of the list of tables. */
	let moved;
	const watchRows = () => {
		moved = 0;
		const rows = document.querySelector("#content .row").parentElement;
		new MutationObserver((changes) => {
			moved += changes.length;
		}).observe(rows, { childList: true });
	};
	/** Delays the answers to commitments. */
	const unanswered = [
		() => {
			delete answers.contribute;
		},
	];
	const thrown = (params) => ({
		table: "home",
		revision: 2,
		throw: 7,
		by: "ann",
		expression: "2d6",
		rolling: true,
		dice: dice(2, true),
		...params,
	});
	const ended = {
		kind: "turn",
		id: 9,
		table: "home",
		turn: 4,
		by: "ann",
		total: 15,
		rolls: [
			{
				roll: 1,
				by: "ann",
				rolled: [1],
				values: [3],
				outcome: "completed",
			},
		],
		dice: dice(5),
		endedAt: "2026-11-20T22:59:01.123Z",
	};

	/** Returns the entry of a throw; a secret one has no values. */
	const pastThrow = (number, { hidden, ...params } = {}) => ({
		kind: "throw",
		id: 100 + number,
		table: "home",
		throw: number,
		by: "bo",
		expression: "2d6",
		text: "2d6: 3 3 = 6",
		hidden,
		...(!hidden && { total: 6 }),
		dice: dice(2).map(({ die, sides }) =>
			hidden
				? { die, sides, hidden }
				: { die, sides, value: 3, kept: true, flags: [] },
		),
		...params,
	});
	/** Sets the entries of the history, newest first. */
	const past =
		(...entries) =>
		() => {
			answers.history = ({ kind, limit }) => ({
				result: {
					entries: entries
						.filter((each) => kind === "all" || each.kind === kind)
						.slice(0, limit),
					more: false,
				},
			});
		};
	const slowHistory = () => {
		delete answers.history;
	};

	/** A result with a die that no table has. */
	const nowhere = {
		outcome: "completed",
		rolled: [1],
		total: 1,
		dice: [
			{ die: 1e55, sides: 6, value: 3, locked: false, animating: true },
		],
	};
	/** Returns the match after the first turn of a player. */
	const filled = (player) => ({
		...game.game,
		options: undefined,
		sheets: ["ann", "bo"].map((each) => ({
			...sheet(each),
			boxes: each === player ? { ones: 3 } : {},
		})),
	});

	// The tables of the rows: with players, with a sheet game and a bank game, without players, and
	// with many dice
	const home = tables({});
	const played = tables(game);
	const bank = tables({ game: { ...game.game, rounds: undefined } });
	const alone = tables({ players: undefined, up: undefined });
	const many = tables({ dice: dice(20) });
	const nextRoll = () =>
		event("rollStarted", {
			by: "bo",
			roll: 1,
			rolled: [1],
			may: { correct: "rolledSince" },
		})();
	const taken = tables({
		by: undefined,
		roll: 0,
		turn: 5,
		up: "bo",
		game: filled("ann"),
		may: { endTurn: "notYourTurn", correct: true },
	});
	const worded = tables({
		dice: [
			{
				...dice(1)[0],
				sides: 3,
				value: 1,
				faces: ["sword", "3+fog", "blank"],
			},
			dice(2)[1],
		],
	});
	/** A game whose names exist in every JavaScript object. */
	const strange = ["toString", "constructor", "valueOf"];
	const strangeRules = {
		name: "constructor",
		title: "Strange",
		boxes: strange.map((box) => ({ box, title: `Box ${box}` })),
		bonuses: [
			{
				bonus: "hasOwnProperty",
				title: "Bonus",
				of: strange,
				atLeast: 9,
			},
			{ bonus: "isPrototypeOf", title: "Other" },
		],
	};
	const strangeGame = {
		...game.game,
		name: "constructor",
		options: [
			{ box: "toString", points: 15 },
			{ box: "valueOf", points: 0 },
		],
		sheets: [{ ...sheet("ann"), boxes: { constructor: 5 } }, sheet("bo")],
	};
	const strangely = tables({ game: strangeGame });
	const over = tables({
		game: { ...game.game, over: true, winners: ["ann"] },
	});
	/** A match of others, and what is told when somebody asks to be in the next one. */
	const ofOthers = {
		...game,
		players: ["bo", "cy"],
		up: "bo",
		by: undefined,
		roll: 0,
		game: { ...game.game, sheets: [sheet("bo"), sheet("cy")], options: undefined },
	};
	const watched = tables(ofOthers);
	const asking = (...names) =>
		event("tableChanged", {
			snapshot: table("home", { ...ofOthers, asking: names[0] && names }),
		});
	const overAndAsked = tables({
		game: { ...game.game, over: true, winners: ["ann"] },
		by: undefined,
		roll: 0,
		asking: ["kim", "tim"],
	});
	const strangeRulesTold = [
		() => {
			answers.game = result({ document: strangeRules });
		},
		() => gone(),
		() => back(),
	];
	/**
	 * Returns the page's phrase under a key. `phrases` is set by the test that runs this script.
	 */
	const phrase = (key, values = {}) =>
		phrases[key].replace(
			/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
			(_, name, one, many) =>
				one === undefined
					? values[name]
					: values[name] === 1
						? one
						: many,
		);
	/** Two tables whose matches differ: the first one here, the second one elsewhere. */
	const apart = (here, there) => ({ home: here.home, away: there.away });
	const turnOfBo = tables({ ...game, up: "bo" });
	/** A bank game with a target and a minimum, at which the players have these points. */
	const aiming = (...totals) =>
		tables({
			game: {
				...game.game,
				name: "threes",
				rounds: undefined,
				options: undefined,
				sheets: totals.map((total, index) => ({
					...sheet(["ann", "bo"][index]),
					total,
				})),
			},
		});
	/** The same with house rules, in a turn of ann, who has lost as many turns in a row. */
	const housed = (total, busts) => {
		const { home, away } = aiming(total, 1000);
		const sheets = [{ ...home.game.sheets[0], busts }, home.game.sheets[1]];
		const shown = { ...home, game: { ...home.game, turn: 100, sheets } };
		return { home: { ...shown, may: { endTurn: "belowBankMinimum" } }, away };
	};
	const houseRulesTold = [
		() => {
			answers.game = result({
				document: {
					name: "threes",
					title: "Threes",
					dice: [6, 6],
					sets: [{ needs: { faces: [4] }, points: 50 }],
					target: 9000,
					minimum: 350,
					bankMinimum: 200,
					threeBusts: -1000,
				},
			});
		},
		() => gone(),
		() => back(),
	];
	const aimTold = [
		() => {
			answers.game = result({
				document: {
					name: "threes",
					title: "Threes",
					sets: [{ needs: { faces: [3] }, points: 50 }],
					target: 900,
					minimum: 350,
				},
			});
		},
		() => gone(),
		() => back(),
	];
	/** A bank game in which every die of these scores. */
	const pig = tables({
		game: { ...game.game, name: "threes", rounds: undefined, options: undefined },
		may: { roll: "noneLocked" },
	});
	const pigRulesTold = [
		() => {
			answers.game = result({
				document: {
					name: "threes",
					title: "Threes",
					sets: [{ needs: { faces: [3] }, points: 50 }],
				},
			});
		},
		() => gone(),
		() => back(),
	];
	const secret = told(
		"throw",
		thrown({
			rolling: false,
			seenBy: ["ann"],
			result: {
				...thrown({ rolling: false }),
				seenBy: ["ann"],
				total: 6,
				dice: dice(2).map((die) => ({ ...die, kept: true, flags: [] })),
			},
		}),
	);
	/**
	 * The acts of the page, by name: the table, what happened before, the act, what looks pending
	 * then, and the request.
	 */
	const acts = {
		roll: [home, [], press("r"), "roll", "roll home"],
		endTurn: [home, [press("e"), passed(400)], press("e"), "end", "endTurn home"],
		"endTurn in a box": [
			played,
			[],
			tap("[data-box=threes]"),
			"threes",
			"endTurn home threes",
		],
		correct: [taken, tap("#takeback"), tap("[data-box=twos]"), "twos", "correct home twos"],
		toggleLock: [home, [], tap("[data-die='2']"), "2", "toggleLock home 2"],
		unlock: [
			tables({ dice: dice(5).map((die) => ({ ...die, locked: die.die < 3 })) }),
			[],
			press("a"),
			"1,2",
			"unlock home 1 2",
		],
		lock: [
			pig,
			[pigRulesTold, tap("[data-die='1']")],
			press("r"),
			"1,roll",
			"lock home 1 true",
		],
		throw: [home, [], typed("2d6"), "entry", "throw home 2d6"],
		newGame: [over, [], tap("#next"), "next", "newGame home"],
		cancel: [home, rolling, press("c"), "1", "cancel home"],
		show: [home, secret, tap("#thrown .seen button"), "7", "show home 7"],
	};
	const awaySince = new Date(2026, 10, 30, 20, 14);
	const forBo = {
		...game,
		up: "bo",
		away: [{ player: "bo", since: awaySince.toISOString() }],
		may: { roll: "notYourTurn", rest: "restOfAnother" },
	};
	const waits = tables(forBo);
	const isAwaySince = phrase("awaySince", {
		name: "bo",
		time: awaySince.toLocaleTimeString(navigator.language, {
			hour: "2-digit",
			minute: "2-digit",
		}),
	});
	const goOn = phrase("goOnWithout", { name: "bo" });
	const resting = tables({ ...game, up: "bo", game: { ...game.game, resting: ["ann"] } });
	const guestOf = phrase("guestOf", { names: "bo and cy" });
	const left = phrase("rollsLeft", { count: 2 });
	const zero = phrase("zeroThere", { points: 15, box: "Threes" });
	const lost = phrase("lost");
	const away = phrase("away");
	const missing = phrase("noTable", { table: "home" });
	const joined = ["unwatch home", "watch away", "contribute away"];
	const returned = ["watch home", "contribute home"];

	/** The texts of the last picture of a match. */
	const drawnTexts = [];

	// Displays, by name

	const text = (id) => document.getElementById(id).textContent;
	const box = (name) =>
		document.querySelector(`[data-box=${name}] .own`).textContent;
	const seen = {
		pending: () =>
			[...document.querySelectorAll(".pending[aria-busy=true]")]
				.map(({ id, dataset }) => id || dataset.die || dataset.box || dataset.shows)
				.join(),
		match: () => text("match"),
		by: () => text("by"),
		points: () => document.querySelector("#seats b").textContent,
		whose: () => text("whose"),
		state: () => text("outcome"),
		offer: () => (document.getElementById("offer").hidden ? "" : text("offer")),
		help: () =>
			["helpBox", "helpBack", "helpName", "helpBank"]
				.filter((key) => text("content").includes(phrase(key)))
				.join(),
		rules: () =>
			[...document.querySelectorAll("#content section p")]
				.map((each) => each.textContent)
				.join("\n"),
		struck: () =>
			[...document.querySelectorAll("#content s")]
				.map((each) => each.textContent)
				.join(),
		who: () => document.querySelector("#content .who").textContent,
		hasCommand: () => text("ending").includes("dicectl"),
		turn: () => text("facts"),
		open: () => document.querySelector("#entry [data-text=throw]").checkVisibility(),
		picture: () => drawnTexts.slice(0, 2).join(" / "),
		guest: () => text("guest"),
		noGuest: () => !document.getElementById("guest"),
		absence: () => document.getElementById("absence")?.querySelector("span").textContent ?? "",
		bot: () => document.querySelector("#bot:not([hidden])")?.textContent ?? "",
		part: () => document.querySelector("#seats li:nth-child(2) .part")?.textContent,
		rest: () => document.querySelector("#rest:not([hidden])")?.textContent ?? "",
		ending: () =>
			[...document.querySelectorAll("#ending > p")]
				.slice(-2)
				.map((each) => each.textContent)
				.join(" "),
		busy: () => document.querySelectorAll("main [aria-busy]").length,
		example: () => document.getElementById("expression").placeholder,
		name: () => text("name"),
		notice: () => text("notice"),
		said: () => text("said"),
		badge: () => document.querySelector("#seats li:nth-child(2) .badge").dataset.letter,
		mistake: () => text("mistake"),
		away: () => text("away"),
		proof: () => text("proof"),
		line: () => document.getElementById("expression").value,
		asked: () =>
			document.querySelector("#sheet .asked")?.dataset.box ??
			(document.getElementById("end").matches(".asked") ? "end" : ""),
		secret: () => document.getElementById("secret").checked,
		throws: () => document.querySelectorAll("#thrown li").length,
		listed: () =>
			[...document.querySelectorAll("#earlier > li")]
				.filter((each) => each.checkVisibility())
				.map((each) => each.querySelector(".sum").textContent)
				.join(),
		list: () =>
			[...document.querySelectorAll("#thrown > li, #earlier > li")]
				.map(
					(each) =>
						(each.parentElement.id === "thrown" ? "on stage " : "") +
						[...each.querySelectorAll(".sum")]
							.map((sum) => sum.textContent)
							.join("+"),
				)
				.join(),
		turning: () => document.getAnimations().length > 0,
		moving: () => document.querySelectorAll(".moving").length,
		roll: () => document.getElementById("roll").ariaDisabled !== "true",
		gone: () => document.body.matches(".gone"),
		panel: () =>
			document.getElementById("panel").hidden ? "" : text("title"),
		history: () => document.querySelectorAll("#content details").length,
		first: () => document.querySelector("#dice .die").ariaLabel,
		sum: () => text("sum"),
		ones: () => box("ones"),
		twos: () => box("twos"),
		threes: () => box("threes"),
		moved: () => moved,
		hit: () => {
			const text = document.querySelector("#content .table b").getBoundingClientRect();
			return document.elementFromPoint(text.x + 2, text.y + 2).matches("button");
		},
		tables: () => document.querySelectorAll("#content [data-table]").length,
		strange: () =>
			[
				...document.querySelectorAll(
					"#sheet [data-box] .own, #sheet .bonus .own",
				),
			]
				.map((each) => each.textContent)
				.join(),
		facts: () =>
			document.querySelector("[data-table=home] > span").textContent,
		remove: () => document.querySelector(".remove").textContent,
	};

	globalThis.rows = [
		// The small things
		[
			"nobody ties before anybody has scored",
			played,
			[],
			event("watchersChanged", { watchers: 2 }),
			{ match: "Yahtzee · Match 1 · Round 1 of 13" },
			[],
		],
		[
			"a tie after the first round is told",
			tables({ ...game, game: { ...game.game, round: 2 } }),
			[],
			event("watchersChanged", { watchers: 2 }),
			{ match: `Yahtzee · Match 1 · Round 2 of 13 · ${phrase("level")}` },
			[],
		],
		[
			"nobody watching is not told",
			home,
			[],
			event("watchersChanged", { watchers: 0 }),
			{ turn: "Turn 4 · Roll 1 of 3" },
			[],
		],
		[
			"the line for throws stays open while the focus moves within it",
			played,
			focus("#expression"),
			() => {
				document.getElementById("expression").blur();
				document.querySelector("#entry [data-text=throw]").focus();
			},
			{ open: true },
			[],
		],
		[
			"the line for throws closes when a match begins",
			home,
			tap("#secret"),
			event("tableChanged", { snapshot: table("home", game) }),
			{ open: false },
			[],
		],
		[
			"the line for throws closes when a match ends",
			played,
			[focus("#expression"), tap("#secret"), focus("#entry [data-text=throw]")],
			event("tableChanged", {
				snapshot: table("home", { game: { ...game.game, over: true } }),
			}),
			{ open: false },
			[],
		],
		[
			"the line for throws of a match that begins stays open for who is typing",
			home,
			[
				focus("#expression"),
				() => {
					document.getElementById("expression").value = "2d";
				},
			],
			event("tableChanged", { snapshot: table("home", game) }),
			{ open: true, line: "2d" },
			[],
		],
		[
			"the line for throws is closed at a match that was left and is seen again",
			played,
			[tap("#secret"), leave("away")],
			leave("home"),
			{ open: false },
			["unwatch away", "watch home", "contribute home"],
		],
		[
			"the line for throws opens again with what was chosen in it",
			played,
			[tap("#secret"), leave("away"), leave("home")],
			focus("#expression"),
			{ open: true, secret: true },
			[],
		],
		[
			"a throw is no longer on the table in the next turn of a match",
			played,
			told("throw", thrown({ rolling: false, result: pastThrow(7) })),
			event("turnEnded", { entry: ended, nextCommitment: "n", up: "bo" }),
			{ throws: 0, list: "6", listed: "" },
			[],
		],
		[
			"the throws of a match before the last turn are not on the table",
			played,
			[past(pastThrow(3), { ...ended, id: 102 }, pastThrow(1, { total: 4 })), gone],
			back,
			{ list: "6,4", listed: "6" },
			returned,
		],
		[
			"the line for throws closes when the focus leaves it",
			played,
			focus("#expression"),
			() => document.getElementById("expression").blur(),
			{ open: false },
			[],
		],
		[
			"the picture of a match names the winner and the day",
			over,
			[
				past({ ...ended, score: { match: 1, points: 3, box: "ones" } }),
				event("tableChanged", { snapshot: { ...over.home, asking: ["kim"] } }),
			],
			[
				() => {
					CanvasRenderingContext2D.prototype.fillText = (words) =>
						drawnTexts.push(words);
					HTMLAnchorElement.prototype.click = () => {};
				},
				() =>
					[...document.querySelectorAll("#ending button")]
						.find((each) => each.textContent === phrase("picture"))
						.click(),
			],
			{
				picture: `Yahtzee · November 20, 2026 / ${phrase("haveWon", { names: "ann", count: 1 })}`,
			},
			[],
		],

		// Matches at other tables
		[
			"a match elsewhere in which somebody here is up is offered on arrival",
			apart(over, played),
			[toldOfEach, gone],
			back,
			{ offer: phrase("offerTurn", { table: "away" }) },
			returned,
		],
		[
			"a match elsewhere in which somebody here plays is offered on arrival",
			apart(home, turnOfBo),
			[toldOfEach, gone],
			back,
			{ offer: phrase("offerPlays", { names: "ann", count: 1, table: "away" }) },
			returned,
		],
		[
			"the offer of a match elsewhere leads there",
			apart(over, played),
			[toldOfEach, gone, back],
			tap("#offer"),
			{ name: "away", offer: "" },
			joined,
		],
		[
			"who plays a match here is offered no other one",
			played,
			[toldOfEach, gone],
			back,
			{ offer: "" },
			returned,
		],
		[
			"a match that is over is not offered",
			over,
			[toldOfEach, gone],
			back,
			{ offer: "" },
			returned,
		],
		[
			"an offer follows the turns of its match",
			apart(over, turnOfBo),
			[toldOfEach, gone, back],
			[
				() => {
					daemon.tables.away = played.away;
				},
				told("tables", { tables: [{ table: "home" }, { table: "away" }] }),
			],
			{ offer: phrase("offerTurn", { table: "away" }) },
			[],
		],
		[
			"the offer of a match that has ended is taken back",
			apart(over, played),
			[toldOfEach, gone, back],
			[
				() => {
					daemon.tables.away = over.away;
				},
				told("tables", { tables: [{ table: "home" }, { table: "away" }] }),
			],
			{ offer: "" },
			[],
		],
		[
			"an offer is taken back when a match begins here",
			apart(over, played),
			[toldOfEach, gone, back],
			event("tableChanged", { snapshot: played.home }),
			{ offer: "" },
			[],
		],

		// Those who are present
		[
			"players are not counted among those who watch",
			home,
			[],
			event("watchersChanged", { watchers: 3, watching: ["ann", "bo"] }),
			{ turn: `Turn 4 · Roll 1 of 3 · ${phrase("watching", { count: 1 })}` },
			[],
		],
		[
			"those who watch are counted once, by name and without",
			home,
			[],
			event("watchersChanged", { watchers: 5, watching: ["ann", "cy", "di"] }),
			{ turn: `Turn 4 · Roll 1 of 3 · ${phrase("watching", { count: 4 })}` },
			[],
		],
		[
			"where only players are nobody watches",
			home,
			[],
			event("watchersChanged", { watchers: 2, watching: ["ann", "bo"] }),
			{ turn: "Turn 4 · Roll 1 of 3" },
			[],
		],
		[
			"a bot in a player's seat is neither away nor one of those who watch",
			home,
			[],
			event("watchersChanged", { watchers: 2, watching: ["ann"], bots: ["bo"] }),
			{ turn: "Turn 4 · Roll 1 of 3", part: ` (${phrase("isBot")})`, badge: "⚙︎" },
			[],
		],

		[
			"who comes back to a seat in which a bot has played is told so",
			played,
			event("watchersChanged", { watchers: 1, watching: [], bots: ["ann"] }),
			event("watchersChanged", { watchers: 1, watching: ["ann"] }),
			{ notice: phrase("seatIsBack") },
			[],
		],
		[
			"the others are told that a player is back in whose seat a bot has played",
			played,
			event("watchersChanged", { watchers: 2, watching: ["ann"], bots: ["bo"] }),
			event("watchersChanged", { watchers: 2, watching: ["ann", "bo"] }),
			{ notice: phrase("isBack", { name: "bo" }) },
			[],
		],

		// What is due
		[
			"who comes back in an open turn is told whose it is",
			home,
			gone,
			back,
			{ by: phrase("yourTurn") },
			returned,
		],
		[
			"after the last roll a box is due",
			tables({ ...game, roll: 3 }),
			gone,
			back,
			{ by: `${phrase("yourTurn")} · ${phrase("boxIsDue")}` },
			returned,
		],
		[
			"in the turn of another the one who rolled is named",
			tables({ ...game, roll: 3, by: "bo", up: "bo" }),
			gone,
			back,
			{ by: phrase("hasRolled", { name: "bo" }) },
			returned,
		],
		[
			"after a roll of a bank game a die is due",
			pig,
			pigRulesTold,
			event("watchersChanged", { watchers: 2 }),
			{ state: phrase("keepOne"), by: phrase("yourTurn") },
			[],
		],
		[
			"a die that was chosen is not due",
			pig,
			pigRulesTold,
			tap("[data-die='1']"),
			{ state: "" },
			[],
		],
		[
			"the minimum to start is told while somebody has no points",
			aiming(700, 0),
			aimTold,
			event("watchersChanged", { watchers: 2 }),
			{ whose: phrase("aimAtFirst", { points: 900, least: 350 }) },
			[],
		],
		[
			"the minimum to start is not told once everybody has points",
			aiming(900, 400),
			aimTold,
			event("watchersChanged", { watchers: 2 }),
			{ whose: phrase("target", { points: 900 }) },
			[],
		],
		[
			"the minimum of every bank is told once everybody has points",
			housed(500, 0),
			houseRulesTold,
			event("watchersChanged", { watchers: 2 }),
			{
				whose: phrase("aimAtLeast", { points: "9,000", least: 200 }),
				state: [
					phrase("atRisk", { points: 100 }),
					phrase("missingToBank", { points: 100 }),
				].join(" · "),
			},
			[],
		],
		[
			"a total below zero is without points, and a third lost turn is warned of",
			housed(-1000, 2),
			houseRulesTold,
			event("watchersChanged", { watchers: 2 }),
			{
				whose: phrase("aimAtFirst", { points: "9,000", least: 350 }),
				points: "-1,000",
				state: [
					phrase("atRisk", { points: 100 }),
					phrase("thirdBust", { points: "-1,000" }),
					phrase("missing", { points: 250 }),
				].join(" · "),
			},
			[],
		],
		[
			"a third lost turn in a row says what it cost",
			housed(500, 2),
			houseRulesTold,
			event("turnEnded", {
				entry: { ...ended, score: { match: 1, points: -1000, bust: true } },
				nextCommitment: "n",
				up: "bo",
			}),
			{
				notice: `${phrase("bust", { points: 100 })} ${phrase("thirdLostToYou", { points: "-1,000" })}`,
			},
			[],
		],
		[
			"the help of a bank game tells its house rules",
			housed(500, 0),
			houseRulesTold,
			press("?"),
			{
				rules: [
					phrase("ruleBank"),
					phrase("ruleMinimum", { points: 350 }),
					phrase("ruleBankMinimum", { points: 200 }),
					phrase("ruleThreeBusts", { points: "-1,000" }),
					phrase("ruleLastRound", { points: "9,000" }),
				].join("\n"),
			},
			[],
		],
		[
			"the help of a game with a sheet tells of its boxes",
			played,
			[],
			press("?"),
			{ help: "helpBox,helpBack,helpName" },
			[],
		],
		[
			"the help of a bank game tells of no boxes",
			bank,
			[],
			press("?"),
			{ help: "helpBank" },
			[],
		],
		[
			"the end of a match names no command",
			over,
			[],
			event("watchersChanged", { watchers: 3 }),
			{ hasCommand: false },
			[],
		],

		// Large numbers
		[
			"numbers from a thousand on have separators",
			aiming(12000, 400),
			aimTold,
			event("watchersChanged", { watchers: 2 }),
			{
				points: "12,000",
				match: `Threes · Match 1 · Round 1 · ${phrase("leads", { name: "ann", points: "11,600" })}`,
			},
			[],
		],
		[
			"the total of a throw has separators",
			home,
			[past(pastThrow(1, { total: 1234567 })), gone],
			back,
			{ list: "1,234,567" },
			returned,
		],

		// The history of turns
		[
			"a score that was corrected is struck out",
			played,
			past(
				{
					kind: "correction",
					id: 10,
					table: "home",
					turn: 4,
					by: "ann",
					match: 1,
					box: "twos",
					points: 4,
					endedAt: ended.endedAt,
				},
				{ ...ended, score: { match: 1, points: 7, box: "ones" } },
			),
			press("h"),
			{ history: 2, struck: "Ones,7" },
			[],
		],
		[
			"a turn that lost its points is told so",
			bank,
			past({ ...ended, score: { match: 1, points: 0, bust: true } }),
			press("h"),
			{ who: `ann · ${phrase("turnLost")}`, struck: "" },
			[],
		],

		// Those who do not play
		[
			"who does not play is told whom the match is for",
			watched,
			[],
			asking(),
			{ guest: guestOf + phrase("askNext") },
			[],
		],
		[
			"who does not play asks to be in the next match",
			watched,
			asking(),
			tap("#ask"),
			{ pending: "ask" },
			["ask home true ann"],
		],
		[
			"who has asked is told so, and may withdraw it",
			watched,
			[asking(), tap("#ask"), answered("table.ask"), asking("ann")],
			tap("#ask"),
			{ guest: phrase("askedNext") + phrase("withdraw") },
			["ask home false ann"],
		],
		[
			"a page that comes back asks again",
			watched,
			[asking(), tap("#ask"), gone],
			[back, asking()],
			{ notice: "" },
			["watch home", "ask home true ann"],
		],
		[
			"a host takes the seat of a player who is away",
			tables({ ...ofOthers, away: [{ player: "bo", since: awaySince.toISOString() }] }),
			hosting,
			tap("#guest .free button"),
			{ guest: guestOf + phrase("askNext") + phrase("sitAs", { name: "bo" }) },
			['link.make {"as":"bo"}'],
		],
		[
			"a refusal of the wish is told",
			watched,
			[asking(), tap("#ask")],
			refused("table.ask", 8, "limitExceeded", "full"),
			{ pending: "", notice: "full", guest: guestOf + phrase("askNext") },
			[],
		],
		[
			"a wish of others changes nothing else on the screen",
			played,
			[tap("[data-box=ones]")],
			event("tableChanged", {
				snapshot: table("home", { ...game, asking: ["kim"] }),
			}),
			{ notice: zero, asked: "ones", noGuest: true },
			[],
		],
		[
			"who plays is told nothing of the kind",
			played,
			[],
			event("watchersChanged", { watchers: 3, watching: ["ann", "bo", "cy"] }),
			{ noGuest: true },
			[],
		],
		[
			"who waits for a player who is away is told since when",
			waits,
			[],
			event("watchersChanged", { watchers: 1, away: forBo.away }),
			{ absence: `${isAwaySince} ${phrase("restSoon")}`, rest: "", bot: "" },
			[],
		],
		[
			"a host has a bot play for a player who is away, until the player is back",
			waits,
			hosting,
			tap("#bot"),
			{ bot: phrase("botPlays", { name: "bo" }) },
			['bot.start {"table":"home","as":"bo","level":"good","untilBack":true}'],
		],
		[
			"the match goes on without a player who has been away for long",
			waits,
			event("mayChanged", { may: { rest: true } }),
			tap("#rest"),
			{ absence: isAwaySince, rest: goOn, pending: "rest" },
			["rest home bo true ann"],
		],
		[
			"the host ends the open turn of a player who has been away for long",
			waits,
			event("mayChanged", { may: { rest: "rolledInTurn", endAbsent: true } }),
			tap("#rest"),
			{
				absence: isAwaySince,
				rest: phrase("endTurnOf", { name: "bo" }),
				pending: "rest",
			},
			["endTurn home bo true"],
		],
		[
			"whoever cannot end an open turn is told who can",
			waits,
			[],
			event("mayChanged", { may: { rest: "rolledInTurn" } }),
			{ absence: `${isAwaySince} ${phrase("endSoon")}`, rest: "" },
			[],
		],
		[
			"the host lets people who ask for a seat into the first round",
			tables({ ...game, asking: ["kim"], may: { join: true } }),
			event("watchersChanged", { watchers: 3 }),
			tap("#rest"),
			{
				absence: phrase("wantIn", { names: "kim", count: 1 }),
				rest: phrase("letIn", { count: 1 }),
				pending: "rest",
			},
			["configure home ann bo kim"],
		],
		[
			"nobody is missing once the player is back",
			waits,
			[],
			event("watchersChanged", { watchers: 2 }),
			{ absence: "" },
			[],
		],
		[
			"the turn of a player who rests passes on",
			waits,
			[],
			event("playerRests", {
				entry: {},
				up: "ann",
				game: { ...game.game, resting: ["bo"] },
			}),
			{ absence: "", name: "home" },
			[],
		],
		[
			"who rests is told so, and plays again",
			resting,
			event("watchersChanged", { watchers: 2 }),
			tap("#rest"),
			{
				absence: phrase("youRest"),
				rest: phrase("playAgain"),
				pending: "rest",
			},
			["rest home ann false ann"],
		],
		[
			"a player who returns late sees the number of turns in a row",
			tables({
				...game,
				game: {
					...game.game,
					rounds: 4,
					sheets: [
						{ ...sheet("ann"), boxes: { ones: 3 } },
						{ ...sheet("bo"), boxes: { ones: 1, twos: 2, threes: 3, chance: 4 } },
					],
				},
			}),
			[],
			[],
			{ absence: phrase("youCatchUp", { count: 3 }), rest: "" },
			[],
		],
		[
			"the end of a match says who plays the next one and who wants to",
			overAndAsked,
			[],
			event("watchersChanged", { watchers: 3 }),
			{
				ending: [
					phrase("rematchFor", { names: "ann and bo" }),
					phrase("wantIn", { names: "kim and tim", count: 2 }),
				].join(" "),
			},
			[],
		],
		[
			"a host takes in who asked",
			overAndAsked,
			[hosting, event("watchersChanged", { watchers: 3 })],
			() =>
				[...document.querySelectorAll("#ending > button")].at(-1).click(),
			{},
			["configure home ann bo kim tim"],
		],

		// The list of throws is that of the history
		[
			"throws of the history are listed",
			home,
			[past(pastThrow(3), pastThrow(2, { total: 5 }), pastThrow(1, { total: 4 })), gone],
			back,
			{ list: "6,5,4" },
			returned,
		],
		[
			"a throw that was the last to happen is on the stage",
			tables({ by: undefined, roll: 0 }),
			[past(pastThrow(2), pastThrow(1, { total: 4 })), gone],
			back,
			{ list: "on stage 6,4" },
			returned,
		],
		[
			"a throw before the last turn is not on the stage",
			tables({ by: undefined, roll: 0 }),
			[past({ ...ended, id: 200 }, pastThrow(1)), gone],
			back,
			{ list: "6" },
			returned,
		],
		[
			"what was thrown while the connection was lost is listed with the rest",
			home,
			[
				told(
					"throw",
					thrown({
						throw: 1,
						rolling: false,
						result: pastThrow(1, { total: 4 }),
					}),
				),
				gone,
				past(pastThrow(3), pastThrow(2, { total: 5 }), pastThrow(1, { total: 4 })),
			],
			back,
			{ list: "on stage 4,6,5" },
			returned,
		],
		[
			"a throw that arrives while the history is read appears once",
			home,
			[gone, slowHistory, back],
			[
				told("throw", thrown({ throw: 2, rolling: false, result: pastThrow(2) })),
				answered("table.history", {
					entries: [pastThrow(2), pastThrow(1, { total: 4 })],
				}),
			],
			{ list: "on stage 6,4" },
			[],
		],
		[
			"a throw that is in the air stays there",
			home,
			[gone, slowHistory, back],
			[
				told("throw", thrown({ throw: 2 })),
				answered("table.history", { entries: [pastThrow(1, { total: 4 })] }),
			],
			{ list: "on stage …,4", moving: 2 },
			[],
		],
		[
			"the throws of a group are one line",
			home,
			[
				past(
					pastThrow(3, { group: "fight", total: 9 }),
					pastThrow(2, { total: 5 }),
					pastThrow(1, { group: "fight", total: 4 }),
				),
				gone,
			],
			back,
			{ list: "5,+9+4" },
			returned,
		],
		[
			"a secret throw of others has no faces",
			home,
			[past(pastThrow(1, { hidden: true })), gone],
			back,
			{ list: phrase("hidden") },
			returned,
		],
		[
			"a secret throw that was shown meanwhile has its total",
			home,
			[past(pastThrow(1, { hidden: true })), gone, back, gone, past(pastThrow(1))],
			back,
			{ list: "6" },
			returned,
		],
		[
			"throws of a table that was left are not listed",
			home,
			[gone, slowHistory, back, leave("away")],
			answered("table.history", { entries: [pastThrow(1)] }),
			{ list: "" },
			[],
		],
		[
			"throws of a deleted table are not listed at the next one of its name",
			home,
			[told("throw", thrown({ rolling: false, result: pastThrow(7) })), deleted],
			made,
			{ list: "" },
			returned,
		],

		// What was asked for looks pending until the answer
		...Object.entries(acts).flatMap(([name, [of, given, act, pending, sent]]) => [
			[`${name} looks pending at once`, of, given, act, { pending }, [sent]],
			[
				`${name} sends nothing when it is asked for again`,
				of,
				[given, act],
				name === "throw" ? press("Enter") : act,
				{ pending },
				[],
			],
			[
				`${name} goes back with its reason when it is refused`,
				of,
				[given, act],
				refused(`table.${name.split(" ")[0]}`, 99, "odd", "odd reason"),
				{
					pending: "",
					busy: 0,
					example: "2d6+3",
					[name === "throw" ? "mistake" : "notice"]: "odd reason",
				},
				[],
			],
		]),
		[
			"a throw stays in the line as an example until it begins",
			home,
			[],
			typed("d20+5"),
			{ line: "", example: "d20+5 …" },
			["throw home d20+5"],
		],
		[
			"a throw that has begun is not pending",
			home,
			typed("2d6"),
			told("throw", thrown()),
			{ pending: "", example: "2d6+3" },
			[],
		],
		[
			"a roll that has begun is not pending",
			home,
			press("r"),
			rolling,
			{ pending: "", busy: 0 },
			[],
		],
		[
			"while a roll is pending nothing else is asked of the turn",
			played,
			press("r"),
			[press("e"), tap("[data-die='2']"), tap("[data-box=threes]"), press("n")],
			{ pending: "roll", notice: phrase("pending"), asked: "" },
			[],
		],
		[
			"a lock that is pending keeps nothing from rolling",
			home,
			tap("[data-die='2']"),
			press("r"),
			{ pending: "2,roll" },
			["roll home"],
		],
		[
			"an answer that takes long is waited for in words",
			home,
			press("r"),
			passed(400),
			{ said: phrase("pending") },
			[],
		],
		[
			"a quick answer is not waited for in words",
			home,
			[press("r"), answered("table.roll")],
			passed(400),
			{ said: "" },
			[],
		],
		[
			"nothing is pending at another table",
			home,
			press("r"),
			leave("away"),
			{ pending: "", roll: true },
			joined,
		],
		[
			"nothing is pending without a daemon",
			home,
			[press("r"), tap("[data-die='2']")],
			gone,
			{ pending: "", notice: lost },
			[],
		],

		// Leaving a table with something on the screen
		[
			"an asked end of a turn is none of another table's",
			home,
			[press("e")],
			leave("away"),
			{ name: "away", notice: "", asked: "" },
			joined,
		],
		[
			"an asked end of a turn is asked for anew at the other table",
			home,
			[press("e"), leave("away")],
			press("e"),
			{ notice: left, asked: "end" },
			[],
		],
		[
			"an asked box is none of another table's",
			played,
			[tap("[data-box=ones]"), leave("away")],
			tap("[data-box=ones]"),
			{ notice: zero, asked: "ones" },
			[],
		],
		[
			"throws stay at their table",
			home,
			[told("throw", thrown())],
			leave("away"),
			{ throws: 0 },
			joined,
		],
		[
			"a line that was typed is none of another table's",
			home,
			[typed("2d"), refused("table.throw", 13, "badExpression")],
			leave("away"),
			{ line: "", mistake: "" },
			joined,
		],
		[
			"a refusal that comes after the table was left is not told at the other one",
			home,
			[press("r"), leave("away")],
			refused("table.roll", 3, "busy", "dice roll"),
			{ name: "away", notice: "" },
			[],
		],
		[
			"a roll of a turn that was full is not sent again to another table",
			home,
			[press("r"), leave("away")],
			refused("table.roll", 27, "commitmentChanged"),
			{ notice: "" },
			[],
		],
		[
			"a refused throw of another table does not come back into the line",
			home,
			[typed("2d"), leave("away")],
			refused("table.throw", 13, "badExpression"),
			{ line: "", mistake: "" },
			[],
		],
		[
			"a roll that waits for others is not waited for elsewhere",
			home,
			[asked],
			leave("away"),
			{ notice: "", roll: true },
			joined,
		],
		[
			"while others are waited for nothing is rolled, whatever was said since",
			home,
			[asked, press("1"), press("Enter")],
			press("r"),
			{ notice: phrase("waitingFor", { names: "bo" }) },
			[],
		],
		[
			"who has answered is not waited for",
			home,
			[
				asked,
				event("rollStarted", { rolled: [1] }),
				event("rollSettled", {
					outcome: "completed",
					dice: dice(5),
					total: 15,
				}),
			],
			press("r"),
			{},
			["roll home"],
		],
		[
			"after a void roll nobody is waited for",
			home,
			[
				asked,
				event("rollSettled", {
					outcome: "void",
					absent: ["bo"],
					rolled: [],
					dice: dice(5),
					total: 15,
				}),
			],
			press("r"),
			{},
			["roll home"],
		],
		[
			"while another table is awaited nothing can be pressed",
			home,
			slowly,
			leave("away"),
			{ roll: false },
			["unwatch home", "watch away"],
		],
		[
			"what happens at the table that was left changes nothing",
			home,
			[leave("away")],
			[
				event("rollSettled", {
					outcome: "completed",
					dice: dice(5),
					total: 15,
				}),
				event("rollAsked", { contributors: [{ by: "bo" }] }),
			],
			{ said: "", notice: "", roll: true },
			[],
		],
		[
			"a table that comes when another one is wanted by then does not show",
			home,
			[slowly, leave("away"), leave("home")],
			answered("table.watch", table("away")),
			{ name: "home", roll: false },
			[],
		],
		[
			"nor is it told that it is missing",
			home,
			[slowly, leave("away"), leave("home")],
			refused("table.watch", 1, "tableNotFound"),
			{ away: "" },
			[],
		],
		[
			"what happens at a table before it shows is told by its snapshot",
			home,
			[slowly, leave("away")],
			event(
				"rollSettled",
				{ outcome: "completed", dice: dice(5), total: 15 },
				"away",
			),
			{ said: "", notice: "" },
			[],
		],
		[
			"until the other table shows, nothing can be done",
			home,
			[slowly, leave("away")],
			[
				press("r"),
				press("e"),
				press("a"),
				press("c"),
				press("n"),
				press("1"),
				tap("[data-die='1']"),
				press("r"),
			],
			{ notice: away, roll: false },
			[],
		],
		[
			"until the other table shows, no box can be filled",
			played,
			[slowly, leave("away")],
			[tap("[data-box=threes]"), tap("[data-box=ones]")],
			{ notice: away, asked: "" },
			[],
		],
		[
			"who wants to contribute there has not said so here",
			alone,
			[press("v"), leave("away")],
			leave("home"),
			{ name: "home" },
			["unwatch away", "watch home"],
		],
		[
			"a promise is made anew at the other table",
			home,
			[],
			leave("away"),
			{},
			joined,
		],
		[
			"a verdict is about its table",
			home,
			[
				event("turnEnded", {
					entry: { ...ended, commitment: "other", edition: 9 },
					nextCommitment: "n",
				}),
			],
			leave("away"),
			{ proof: "" },
			joined,
		],
		[
			"a history that was asked for at the table that was left is not shown",
			home,
			[
				() => {
					delete answers.history;
				},
				press("h"),
				leave("away"),
				press("h"),
			],
			answered("table.history", { entries: [ended], more: false }),
			{ panel: "History", history: 0 },
			[],
		],
		[
			"a sheet of another's is one's own at the next table",
			played,
			[tap("#seats li:last-child"), leave("away")],
			[],
			{ whose: "Your sheet" },
			[],
		],

		// Several throws in one line
		[
			"a saved roll of several is one throw each, one after the other",
			home,
			[
				typed("combo bonus=2"),
				refused("table.throw", 13, "badExpression"),
			],
			[
				answered("roll.list", {
					rolls: [
						{ name: "combo", expression: "d20+{bonus}; d8 # fire" },
					],
				}),
				answered("table.throw"),
			],
			{ line: "", mistake: "" },
			[
				'throw home {"bonus":2} d20+{bonus}',
				'throw home {"bonus":2} d8 # fire',
			],
		],
		[
			"another saved roll that is refused stays in the line",
			home,
			[typed("combo"), refused("table.throw", 13, "badExpression")],
			answered("roll.list", {
				rolls: [{ name: "combo", expression: "d20" }],
			}),
			{ line: "combo", mistake: "badExpression" },
			[],
		],
		[
			"what is left of a line is not thrown at another table",
			home,
			[typed("d20; d8"), leave("away")],
			answered("table.throw"),
			{ line: "" },
			[],
		],

		// The daemon disconnects and returns
		[
			"a throw leaves the line at once",
			home,
			[],
			typed("2d6"),
			{ line: "", notice: "" },
			["throw home 2d6"],
		],
		[
			"a throw whose answer is lost is told",
			home,
			[typed("2d6"), told("throw", thrown())],
			gone,
			{ notice: lost, throws: 0, gone: true, roll: false },
			[],
		],
		[
			"a roll whose answer is lost is told, and its dice stand still",
			home,
			[press("r"), rolling],
			gone,
			{ notice: lost, gone: true, turning: false },
			[],
		],
		[
			"dice turn as they are told to",
			home,
			[],
			rolling,
			{ turning: true },
			[],
		],
		[
			"a roll that is refused is not sent again",
			home,
			[press("r")],
			refused("table.roll", 3, "busy"),
			{ notice: phrase("busy") },
			[],
		],
		[
			"a roll of a turn that was full is sent again once",
			home,
			[press("r"), refused("table.roll", 27, "commitmentChanged")],
			refused("table.roll", 27, "commitmentChanged", "full"),
			{ notice: "full" },
			[],
		],
		[
			"without a daemon nothing is sent",
			home,
			[gone],
			[
				press("r"),
				press("e"),
				press("a"),
				press("v"),
				tap("[data-die='1']"),
			],
			{ notice: away, away: phrase("noDaemon") },
			[],
		],
		[
			"a throw that cannot be sent stays in the line",
			home,
			[gone],
			typed("2d6"),
			{ notice: away, line: "2d6", mistake: "" },
			[],
		],
		[
			"a promise is made anew when the daemon is back",
			home,
			[gone],
			back,
			{ gone: false, notice: "", roll: true },
			returned,
		],
		[
			"an asked end of a turn is asked for anew",
			home,
			[press("e"), gone, back],
			press("e"),
			{ notice: left },
			[],
		],
		[
			"an asked box is asked for anew",
			played,
			[tap("[data-box=ones]"), gone, back],
			tap("[data-box=ones]"),
			{ notice: zero, asked: "ones" },
			[],
		],
		[
			"a roll that waited for others is not waited for",
			home,
			[asked, gone],
			back,
			{ notice: "", roll: true },
			returned,
		],
		[
			"what was lost is not told again as news",
			home,
			[typed("2d6"), gone],
			back,
			{ notice: "" },
			returned,
		],
		[
			"a throw that rolled does not roll on",
			home,
			[told("throw", thrown()), gone],
			back,
			{ throws: 0, moving: 0 },
			returned,
		],
		[
			"who takes a promise back makes none when the daemon is back",
			home,
			[press("v"), gone],
			back,
			{},
			["watch home"],
		],
		[
			"a table that is gone when the daemon is back is looked for",
			home,
			[
				gone,
				() => {
					delete daemon.tables.home;
				},
			],
			back,
			{ away: missing, roll: false },
			["watch home"],
		],
		[
			"a link that was taken back is not tried again",
			home,
			[() => daemon.socket.onclose({ code: 4401 })],
			[back, press("r")],
			{ roll: false, gone: true },
			[],
		],

		// The table is deleted or replaced
		[
			"a deleted table can do nothing",
			home,
			deleted,
			[press("r"), typed("2d6")],
			{ away: missing, notice: away, line: "2d6" },
			[],
		],
		[
			"a deleted table shows again when there is one of its name",
			home,
			deleted,
			made,
			{ away: "", notice: "", roll: true },
			returned,
		],
		[
			"nothing happens at a deleted table",
			home,
			deleted,
			event("rollSettled", {
				outcome: "completed",
				dice: dice(5),
				total: 15,
			}),
			{ said: "", away: missing },
			[],
		],
		[
			"a row of the list of tables that stays in its place is not touched",
			home,
			[press("t"), watchRows],
			told("tables", { tables: [{ table: "home", dice: 7 }, { table: "away" }] }),
			{ moved: 0, hit: true },
			[],
		],
		[
			"only one of its name",
			home,
			deleted,
			told("tables", { tables: [{ table: "away" }] }),
			{ away: missing },
			[],
		],
		[
			"a table that is set anew forgets what was asked",
			home,
			[
				press("e"),
				event("tableChanged", {
					snapshot: {
						table: "home",
						turn: 4,
						roll: 1,
						by: "ann",
						dice: dice(3),
						rolling: false,
						rollsPerTurn: 3,
					},
				}),
			],
			press("e"),
			{ notice: left },
			[],
		],

		[
			"who is told of dice that the table has not got goes on",
			home,
			[
				event("rollSettled", nowhere),
				told("frame", { table: "home", ...nowhere }),
				told("throw", thrown(nowhere)),
			],
			press("r"),
			{ throws: 0, name: "home" },
			["roll home"],
		],
		[
			"a table of dice that cannot be does not show",
			tables(nowhere),
			[],
			press("r"),
			{ notice: away, away: phrase("nonsense"), roll: false },
			[],
		],

		[
			"a die keeps the words on its faces, and adds their number",
			worded,
			[],
			event("rollSettled", {
				outcome: "completed",
				rolled: [1, 2],
				total: 6,
				dice: [
					{
						die: 1,
						sides: 3,
						value: 2,
						locked: false,
						animating: false,
					},
					dice(2)[1],
				],
			}),
			{
				first: "die 1: shows 3+fog (d3)",
				said: "ann rolled 3+fog, 3. Total 6.",
				sum: "6",
			},
			[],
		],

		// Correcting a box
		[
			"what the last turn has filled may be taken back",
			taken,
			press("1"),
			tap("#takeback"),
			{ notice: phrase("chooseAnother") },
			[],
		],
		[
			"another box is told for the player who ended it",
			taken,
			tap("#takeback"),
			tap("[data-box=twos]"),
			{ notice: "" },
			["correct home twos"],
		],
		[
			"pressed twice it changes nothing",
			taken,
			tap("#takeback"),
			[tap("#takeback"), tap("[data-box=twos]")],
			{ notice: phrase("notYourTurn", { up: "bo" }) },
			[],
		],
		[
			"a roll of the next player ends it",
			taken,
			tap("#takeback"),
			nextRoll,
			{ notice: phrase("rolledSince") },
			[],
		],
		[
			"after a roll of the next player it is too late",
			taken,
			nextRoll,
			tap("#takeback"),
			{ notice: phrase("rolledSince") },
			[],
		],
		[
			"a player's own roll turns back to their sheet",
			played,
			tap("#seats li:nth-child(2)"),
			event("rollStarted", { roll: 2, rolled: [1] }),
			{ whose: phrase("yourSheet") },
			[],
		],
		[
			"boxes show what the dice of the turn that has ended give",
			played,
			event("turnEnded", {
				entry: { ...ended, score: { match: 1, box: "ones", points: 3 } },
				nextCommitment: "n",
				up: "bo",
				game: filled("ann"),
				may: { correct: true },
			}),
			tap("#takeback"),
			{ ones: "3", threes: "15" },
			[],
		],
		[
			"it is for who ended the turn alone",
			tables({
				...game,
				by: undefined,
				roll: 0,
				game: filled("bo"),
				may: { correct: "turnOfAnother" },
			}),
			[],
			tap("#takeback"),
			{ notice: phrase("turnOfAnother", { player: "bo" }) },
			[],
		],
		[
			"before the first turn has ended there is nothing to take back",
			tables({
				...game,
				by: undefined,
				roll: 0,
				may: { correct: "noTurnToCorrect" },
			}),
			[],
			tap("#takeback"),
			{ notice: phrase("nothingToCorrect") },
			[],
		],
		[
			"what was taken back shows and is said",
			taken,
			tap("#takeback"),
			event("corrected", {
				entry: {
					kind: "correction",
					by: "ann",
					turn: 3,
					match: 1,
					box: "twos",
					points: 4,
				},
				game: {
					...filled("ann"),
					sheets: [
						{ ...sheet("ann"), boxes: { twos: 4 } },
						sheet("bo"),
					],
				},
				up: "bo",
			}),
			{
				said: phrase("corrected", { what: "ann: 4 in Twos" }),
				twos: "4",
				ones: "–",
			},
			[],
		],

		// Confirmation
		[
			"an end of a turn that is pressed again at once is still asked about",
			home,
			[press("e")],
			press("e"),
			{ notice: left, asked: "end" },
			[],
		],
		[
			"an end of a turn that is pressed twice ends it",
			home,
			[press("e"), passed(400)],
			press("e"),
			{ notice: "", asked: "" },
			["endTurn home"],
		],
		[
			"a lock in between asks anew",
			home,
			[press("e"), tap("[data-die='2']")],
			press("e"),
			{ notice: left },
			[],
		],
		[
			"a roll in between asks anew",
			home,
			[
				press("e"),
				event("rollStarted", { rolled: [1] }),
				event("rollSettled", {
					outcome: "completed",
					dice: dice(5),
					total: 15,
				}),
			],
			press("e"),
			{ notice: phrase("rollsLeft", { count: 1 }) },
			[],
		],
		[
			"the end of a turn by others takes the question away",
			home,
			[press("e")],
			event("turnEnded", { entry: ended, nextCommitment: "n", up: "bo" }),
			{ notice: "", asked: "" },
			["contribute home"].slice(1),
		],
		[
			"a double press of a box only asks about it",
			played,
			[tap("[data-box=ones]")],
			tap("[data-box=ones]"),
			{ notice: zero, asked: "ones" },
			[],
		],
		[
			"a box that is pressed twice is filled",
			played,
			[tap("[data-box=ones]"), passed(400)],
			tap("[data-box=ones]"),
			{ notice: "", asked: "" },
			["endTurn home ones"],
		],
		[
			"another box that brings nothing is another question",
			played,
			[tap("[data-box=ones]")],
			tap("[data-box=twos]"),
			{ notice: zero, asked: "twos" },
			[],
		],
		[
			"the first box is asked for anew after another one",
			played,
			[tap("[data-box=ones]"), tap("[data-box=twos]")],
			tap("[data-box=ones]"),
			{ notice: zero, asked: "ones" },
			[],
		],
		[
			"a roll in between asks for the box anew",
			played,
			[
				tap("[data-box=ones]"),
				event("rollStarted", { rolled: [1] }),
				event("rollSettled", {
					outcome: "completed",
					dice: dice(5),
					total: 15,
					...game,
				}),
			],
			tap("[data-box=ones]"),
			{ notice: zero, asked: "ones" },
			[],
		],
		[
			"at the end of a turn one's own sheet shows again",
			played,
			[tap("#seats li:last-child")],
			event("turnEnded", {
				entry: ended,
				nextCommitment: "n",
				up: "bo",
				...game,
			}),
			{ whose: "Your sheet" },
			[],
		],
		[
			"a box that brings points is filled at once, whatever was asked",
			played,
			[tap("[data-box=ones]")],
			tap("[data-box=threes]"),
			{ asked: "" },
			["endTurn home threes"],
		],
		[
			"another key takes the question about a box back",
			played,
			[tap("[data-box=ones]"), press("c")],
			tap("[data-box=ones]"),
			{ notice: zero },
			[],
		],
		[
			"an asked box is no asked end, and the other way round",
			bank,
			[press("e"), passed(400)],
			press("e"),
			{},
			["endTurn home"],
		],

		...Object.entries(ways).map(([way, left]) => [
			`a Remove that was asked about and left by ${way} is asked about anew`,
			home,
			[hosting, press("t"), tap(".remove"), left],
			tap(".remove"),
			{ remove: "sure?" },
			[],
		]),
		[
			"a double press of Remove only asks about it",
			home,
			[hosting, press("t"), tap(".remove")],
			tap(".remove"),
			{ remove: "sure?" },
			[],
		],
		[
			"a Remove that is pressed twice removes",
			home,
			[hosting, press("t"), tap(".remove"), passed(400)],
			tap(".remove"),
			{ remove: "Remove" },
			["delete home"],
		],
		[
			"another Remove is another question",
			home,
			[hosting, press("t"), tap(".remove"), ways.focus],
			tap(".row:last-child .remove"),
			{ remove: "Remove" },
			[],
		],

		// Names that exist in every object
		[
			"boxes and bonuses of any name show their points",
			strangely,
			strangeRulesTold,
			[],
			{ strange: "15,5,0,5/9" },
			[],
		],
		[
			"a box of any name can be chosen",
			strangely,
			strangeRulesTold,
			tap("[data-box=toString]"),
			{ notice: "" },
			["endTurn home toString"],
		],
		[
			"a game of any name is called by it",
			strangely,
			toldOfEach,
			press("t"),
			{
				facts: `constructor · ann is upann 0 · bo 0${phrase("there", { names: "ann and bo" })}`,
			},
			[],
		],

		// The requests of a host's forms
		[
			"a match that is over is called so",
			over,
			toldOfEach,
			press("t"),
			{
				facts: `Yahtzee · ${phrase("matchIsOver")}ann 0 · bo 0${phrase("there", { names: "ann and bo" })}`,
			},
			[],
		],
		[
			"a link to watch opens the table that shows and no other",
			home,
			[hosting, press("t"), pushed("Invite")],
			filledIn("watch"),
			{},
			['link.make {"role":"watch","tables":["home"],"code":true}'],
		],
		[
			"so does one for a stream",
			home,
			[hosting, press("t"), pushed("Invite")],
			filledIn("overlay"),
			{},
			[
				'link.make {"role":"watch","overlay":true,"tables":["home"],"code":true}',
			],
		],
		[
			"a link to play is for one name",
			home,
			[hosting, press("t"), pushed("Invite")],
			filledIn("play", " cy "),
			{},
			['link.make {"as":"cy","table":"home","code":true}'],
		],
		[
			"or for several at one screen",
			home,
			[hosting, press("t"), pushed("Invite")],
			filledIn("play", "cy, di, cy"),
			{},
			['link.make {"as":["cy","di"],"table":"home","code":true}'],
		],
		[
			"a new table has its dice, players, rolls and pace",
			home,
			[hosting, press("t"), pushed("New table")],
			filledIn("odd", "2d6, d%", "ann, bo", "3", "2"),
			{},
			[
				'table.create {"table":"odd","dice":[6,6,100],"players":["ann","bo"],"rollsPerTurn":3,"pace":2}',
			],
		],
		[
			"what is left open is left out",
			home,
			[hosting, press("t"), pushed("New table")],
			filledIn("odd", "d20"),
			{},
			['table.create {"table":"odd","dice":[20]}'],
		],
		[
			"two at one screen play on by a link of both",
			home,
			[hosting, press("t"), pushed("New game")],
			[
				filledIn("pig", "cy", true, "di", true),
				answered("table.list", { tables: [{ table: "pig" }] }),
				answered("table.create"),
			],
			{},
			[
				'table.create {"table":"pig-2","game":"pig","players":["cy","di"]}',
				'link.make {"as":["cy","di"]}',
			],
		],
		[
			"two of one name are none",
			home,
			[hosting, press("t"), pushed("New game")],
			filledIn("pig", "cy", true, "cy", true),
			{},
			[],
		],

		// A number, and Escape in it
		[
			"a number waits for its next digit",
			many,
			[],
			press("1"),
			{ notice: "die 1…" },
			[],
		],
		[
			"it taps its die after a while",
			many,
			press("1"),
			passed(500),
			{ notice: "" },
			["toggleLock home 1"],
		],
		[
			"a number that has had its key is over",
			many,
			[press("1"), press("e")],
			passed(500),
			{ notice: left, asked: "end" },
			[],
		],
		[
			"Escape in a number taps no die",
			many,
			[press("1")],
			press("Escape"),
			{ notice: "" },
			[],
		],
		[
			"Escape in a number leaves a panel open",
			many,
			[press("?"), press("1")],
			press("Escape"),
			{ notice: "", panel: "Help" },
			[],
		],
		[
			"Escape after a number closes the panel",
			many,
			[press("?"), press("1"), press("Escape")],
			press("Escape"),
			{ panel: "" },
			[],
		],
		[
			"Enter in a number taps its die and nothing else",
			many,
			[press("1")],
			press("Enter"),
			{},
			["toggleLock home 1"],
		],
		[
			"also where another die has the focus",
			many,
			[focus("[data-die='3']"), press("1")],
			press("Enter"),
			{},
			["toggleLock home 1"],
		],
		[
			"without a number Enter is for what has the focus",
			many,
			[focus("[data-die='3']")],
			press("Enter"),
			{},
			["toggleLock home 3"],
		],
		[
			"another key taps it first, then does its work",
			many,
			[press("1")],
			press("r"),
			{},
			["toggleLock home 1", "roll home"],
		],
		[
			"two digits are one number",
			many,
			[press("1")],
			press("7"),
			{},
			["toggleLock home 17"],
		],
		[
			"a number is not carried to another table",
			many,
			[press("1")],
			leave("away"),
			{ name: "away" },
			["toggleLock home 1", ...joined],
		],

		// Contributions of hidden pages
		[
			"a hidden page takes its promise back",
			home,
			[],
			hidden(true),
			{},
			["contribute home"],
		],
		[
			"it promises anew when somebody looks",
			home,
			[hidden(true)],
			hidden(false),
			{},
			["contribute home"],
		],
		[
			"who contributes nothing has nothing to take back",
			alone,
			[],
			hidden(true),
			{},
			[],
		],
		[
			"nobody contributes at a table that is not there",
			alone,
			[press("v"), deleted],
			[hidden(true), hidden(false)],
			{},
			[],
		],
		[
			"who was refused may try again",
			home,
			[
				...unanswered,
				press("v"),
				press("v"),
				refused("table.contribute", 8, "limitExceeded", "full"),
			],
			press("v"),
			{},
			["contribute home"],
		],
		[
			"a refusal of a promise for the table that was left changes nothing here",
			home,
			[...unanswered, press("v"), press("v"), leave("away")],
			refused("table.contribute", 8, "limitExceeded", "full"),
			{ notice: "" },
			[],
		],
	];

	/** Waits for everything in transit, including the contents of a panel. */
	const settle = async () => {
		for (let turn = 0; turn < 4; turn += 1) {
			await new Promise((done) => later(done));
			if (document.querySelector("#panel:not([hidden])[aria-busy=true]"))
				turn = 0;
		}
	};

	async function take(steps) {
		for (const step of [steps].flat(Infinity)) {
			step();
			await settle();
		}
	}

	globalThis.play = async ([, tables, given, then, shows, sends]) => {
		const wrong = [];
		// The browser measures again in its next frame.
		addEventListener(
			"error",
			({ message }) =>
				message.startsWith("ResizeObserver") || wrong.push(message),
		);
		addEventListener("unhandledrejection", ({ reason }) =>
			wrong.push(`${reason}`),
		);
		// Loads late modules at once.
		await Promise.all(
			["absence", "ending", "guest", "hash", "mistake", "newgame", "remedy"].map((name) =>
				import(`/${name}.js`),
			),
		);
		await (await import("/common.js")).dress();
		Object.assign(daemon, { tables: { ...tables }, isThere: true });
		daemon.socket.onopen();
		await settle();
		await take(given);
		daemon.sent = [];
		await take(then);
		for (const [name, wanted] of Object.entries(shows)) {
			const found = seen[name]();
			if (found !== wanted)
				wrong.push(
					`${name} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`,
				);
		}
		if (daemon.sent.join() !== sends.join())
			wrong.push(
				`sent ${JSON.stringify(daemon.sent)}, not ${JSON.stringify(sends)}`,
			);
		return wrong;
	};
}
