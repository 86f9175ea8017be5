import { refusal } from "./connection.js";
import { button, element, fillWith, ui, write } from "./element.js";
import { isHost } from "./host.js";
import { names } from "./language.js";
import { memory } from "./memory.js";
import { phrase } from "./phrases.js";

/** Asks to be in the next match under the names at this screen, or withdraws that. */
async function ask(page, asks) {
	memory.set("asks", asks ? page.name : "");
	try {
		await Promise.all(
			page.own.map((by) => page.call("table.ask", { asks, by })),
		);
	} catch (error) {
		page.say(refusal(error));
	}
}

const line = () =>
	element(
		"p",
		{ id: "guest", role: "status" },
		element("span"),
		element("button", { id: "ask" }),
		element("span", { class: "free" }),
	);

/** Takes the seat of a player. */
async function sit(page, name) {
	try {
		const { play } = await import("./newgame.js");
		await play(page, page.table.table, [name]);
	} catch (error) {
		page.say(refusal(error));
	}
}

/** Offers a host the seats of players who are away: the host's link has no player's name. */
function drawSeats(page, seats) {
	const { away = [] } = page.table;
	const free = isHost(page) ? away : [];
	fillWith(
		seats,
		free.map(({ player: name }) =>
			button(phrase("sitAs", { name }), () => sit(page, name)),
		),
	);
}

/**
 * Tells people who do not play in a match whom it is for, with a button that asks to be in the next
 * one. A page that comes back asks again.
 */
export function drawGuest(page, isGuest) {
	if (!isGuest) {
		ui.guest?.remove();
		return;
	}
	const { name, own, table } = page;
	const { asking = [], players } = table;
	const asks = own.some((each) => asking.includes(each));
	if (!ui.guest) {
		ui.offer.before(line());
		if (!asks && memory.get("asks") === name) ask(page, true);
	}
	const [words, act, seats] = ui.guest.children;
	drawSeats(page, seats);
	write(
		words,
		asks ? phrase("askedNext") : phrase("guestOf", { names: names(players) }),
	);
	write(act, phrase(asks ? "withdraw" : "askNext"));
	act.onclick = () => {
		if (!page.pending.has("#ask")) ask(page, !asks);
	};
}
