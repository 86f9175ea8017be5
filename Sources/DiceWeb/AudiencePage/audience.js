import { Broker, unreadable } from "./broker.js";
import { element, ui } from "./element.js";
import { choose, language, languages, phrase } from "./language.js";
import { Lobby } from "./lobby.js";
import { Place } from "./place.js";
import { Room } from "./room.js";

const told = (name) => document.querySelector(`meta[name="${name}"]`).content;
const prefix = told("prefix");
/** The topics of all hosts and tables, at the prefix and one level below it. */
const topics = ["status", "+/status", "+/state", "+/+/state"].map(
	(rest) => `${prefix}/${rest}`,
);

const lobby = new Lobby(prefix);
const broker = new Broker(told("broker"), {
	opened() {
		lobby.begin();
		broker.subscribe(topics, ([refused]) =>
			lobby.settle(refused && unreadable(refused)),
		);
		room.enter();
	},
	arrived,
	lost,
});
const room = new Room(broker);

function arrived(topic, payload) {
	const levels = topic.slice(prefix.length + 1).split("/");
	const what = levels.pop();
	if (
		!topic.startsWith(`${prefix}/`) ||
		levels.some((level) => !level || level.length > 256)
	)
		return;
	if (what === "status" && levels.length < 2) {
		const [host = ""] = levels;
		lobby.takeStatus(host, payload);
		if (room.place?.host === host) room.takeStatus(lobby.status(host));
	} else if (levels.length && levels.length < 3) {
		const [name, host = ""] = levels.reverse();
		const place = new Place(prefix, host, name);
		if (what === "state") lobby.takeState(place, payload);
		if (place.is(room.place)) room.take(what, payload);
	}
}

function lost(why) {
	lobby.lose(why);
	room.lose(why);
}

/** Shows the table that the address names, or else the list. */
function route() {
	const place = Place.of(location.hash, prefix);
	const last = room.place;
	ui.lobby.hidden = !!place;
	ui.room.hidden = !place;
	document.title = place ? `${place.name} · diced` : "diced";
	if (place) {
		room.open(place, lobby.status(place.host));
		ui.name.focus();
	} else {
		room.close();
		document.body.classList.remove("gone");
		if (last) lobby.focus(last);
	}
}

addEventListener("hashchange", route);
addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
	if (ctrlKey || altKey || metaKey || !room.place) return;
	if (key === "h" || (key === "Escape" && room.isPanelOpen))
		room.togglePanel();
	else if (key === "Escape" || key === "t") location.hash = "";
});

const options = Object.entries(languages).map(([value, name]) =>
	element(
		"option",
		{ value, ...(value === language && { selected: "" }) },
		name,
	),
);
const tongue = element(
	"select",
	{ "aria-label": phrase("language") },
	...options,
);
tongue.addEventListener("change", () => choose(tongue.value));
ui.heading.after(tongue);

route();
broker.open();
