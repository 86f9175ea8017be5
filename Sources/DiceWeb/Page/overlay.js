import { drawRoller } from "./board.js";
import { badge, seat } from "./colour.js";
import { Connection, takeToken } from "./connection.js";
import { element, fillWith, ui, write } from "./element.js";
import { formatted, phrase } from "./language.js";
import { shorten } from "./rounds.js";
import { Stage } from "./stage.js";
import { Throws } from "./throws.js";
import { Watch } from "./watch.js";

const options = new URLSearchParams(location.search);
ui.sum.hidden = !options.has("total");
ui.by.hidden = !options.has("by");

/** The time in seconds that a throw stays on screen; 0 shows no throws. */
const stay = Number(options.get("throws") ?? 8);
const stage = new Stage(ui.stage, {
	least: 8,
	most: Number(options.get("size")) || 10000,
	caption: 0,
	isThrowAlone: true,
});
if (options.has("look"))
	document.documentElement.dataset.look = options.get("look");
const throws = new Throws(stage, undefined, stay * 1000);

const connection = new Connection(
	{
		opened: look,
		notified: (method, params) => watch.take(method, params),
		lost() {
			stage.freeze();
			throws.drop();
			watch.table = undefined;
			document.body.className = "gone";
		},
		refused: clear,
	},
	{ stranger: true },
);

const watch = new Watch(connection, {
	arrived(table) {
		stage.show(table);
		tell(table);
	},
	changed(table, dice = []) {
		stage.change(dice, table);
		tell(table);
	},
	flight: (plan, began) => stage.follow(plan, began),
	missing() {
		clear();
		setTimeout(look, 2000);
	},
	happened({ event, entry }) {
		if (event === "throwShown") throws.reveal(entry);
		if (event === "rollStarted") throws.shelve();
	},
	threw(frame) {
		if (stay) throws.take(frame);
	},
});

function look() {
	if (!connection.session || watch.table) return;
	const { tables = ["default"] } = connection.session;
	document.body.className = "";
	watch.begin(
		options.get("table") ??
			(tables.includes("default") ? "default" : tables[0]),
	);
}

/** Draws the table, with a total only when its dice have settled. */
function tell(table) {
	seat(table.players);
	ui.stage.classList.toggle("blank", stage.isBlank);
	if (!table.isRolling) write(ui.sum, table.by ? table.shown : "");
	drawRoller({ ...table, isRolling: table.isRolling, last: "" });
	drawTotals(table);
}

/** Fills the strip with the totals of all players. */
function drawTotals({ game, up } = {}) {
	ui.totals.hidden = !game;
	fillWith(
		ui.totals,
		(game?.sheets ?? []).map(({ player, total }) =>
			element(
				"li",
				{ class: player === up && !game.over ? "up" : "" },
				player ? badge(player) : "",
				element("bdi", {}, player ?? phrase("total")),
				element("b", {}, formatted(total)),
			),
		),
	);
	fitTotals();
}

function fitTotals() {
	shorten(ui.totals, () => ui.totals.scrollHeight <= ui.totals.clientHeight);
}

function clear() {
	stage.clear();
	throws.clear();
	write(ui.sum, "");
	write(ui.by, "");
	drawTotals();
}

addEventListener("resize", fitTotals);
connection.open(takeToken("overlay"));
