import { ui, write } from "./element.js";
import { Link, takeToken } from "./link.js";
import { drawTotals } from "./sheet.js";
import { Stage } from "./stage.js";
import { Watch } from "./watch.js";
import { roller } from "./words.js";

const options = new URLSearchParams(location.search);
ui.sum.hidden = !options.has("total");
ui.by.hidden = !options.has("by");

const stage = new Stage(ui.stage, { least: 8, most: Number(options.get("size")) || 10000, caption: 0 });

const link = new Link({
	opened: look,
	notified: (method, params) => watch.take(method, params),
	lost() {
		stage.freeze();
		watch.table = undefined;
		document.body.className = "gone";
	},
	refused: clear,
}, { stranger: true });

const watch = new Watch(link, {
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
	happened() {},
	threw() {},
});

function look() {
	if (!link.session || watch.table) return;
	const { tables = ["default"] } = link.session;
	document.body.className = "";
	watch.begin(options.get("table") ?? (tables.includes("default") ? "default" : tables[0]));
}

function tell(table) {
	if (!table.isRolling) write(ui.sum, `${table.sum}`);
	write(ui.by, roller(table));
	drawTotals(table);
}

function clear() {
	stage.show([]);
	write(ui.sum, "");
	write(ui.by, "");
	drawTotals({});
}

link.open(takeToken());
