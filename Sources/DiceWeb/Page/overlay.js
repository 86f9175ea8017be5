import { drawRoller } from "./board.js";
import { ui, write } from "./element.js";
import { Connection, takeToken } from "./connection.js";
import { drawTotals } from "./sheet.js";
import { Stage } from "./stage.js";
import { Throws } from "./throws.js";
import { Watch } from "./watch.js";

const options = new URLSearchParams(location.search);
ui.sum.hidden = !options.has("total");
ui.by.hidden = !options.has("by");

/** For how many seconds a throw stays; undefined for none at all. */
const stay = options.has("throws") ? Number(options.get("throws")) || 8 : undefined;
const throws = new Throws(undefined, stay * 1000);
const stage = new Stage(ui.stage, { least: 8, most: Number(options.get("size")) || 10000, caption: 0 });

const connection = new Connection({
	opened: look,
	notified: (method, params) => watch.take(method, params),
	lost() {
		stage.freeze();
		throws.drop();
		watch.table = undefined;
		document.body.className = "gone";
	},
	refused: clear,
}, { stranger: true });

const watch = new Watch(connection, {
	arrived(table) {
		stage.show(table.dice);
		tell(table);
	},
	changed(table, dice = []) {
		stage.change(dice);
		tell(table);
	},
	flight: (plan, began) => stage.follow(plan, began),
	missing() {
		clear();
		setTimeout(look, 2000);
	},
	happened({ event, entry }) {
		if (event === "throwShown") throws.reveal(entry);
	},
	threw(frame) {
		if (stay) throws.take(frame);
	},
});

function look() {
	if (!connection.session || watch.table) return;
	const { tables = ["default"] } = connection.session;
	document.body.className = "";
	watch.begin(options.get("table") ?? (tables.includes("default") ? "default" : tables[0]));
}

function tell(table) {
	if (!table.isRolling) write(ui.sum, table.shown);
	drawRoller(table);
	drawTotals(table);
}

function clear() {
	stage.show([]);
	throws.clear();
	write(ui.sum, "");
	write(ui.by, "");
	drawTotals({});
}

connection.open(takeToken("overlay"));
