import { badge, seat } from "./colour.js";
import { element, fillWith, ui } from "./element.js";
import { formatted, phrase } from "./language.js";

/**
 * Draws the row of players, with their points if there is a game, followed by the other people
 * present. `selves` are the names at this screen.
 */
export function drawSeats(
	{ players = [], watching = players, bots = [], up, game },
	selves = [],
) {
	seat(players);
	const isButton = !!game?.rounds && !!game.sheets[1];
	fillWith(
		ui.seats,
		[...new Set([...players, ...watching])].map((name) => {
			const isBot = bots.includes(name);
			const isAway = !isBot && !watching.includes(name);
			const isGuest = players[0] && !players.includes(name);
			const isUp = name === up && !game?.over;
			const isResting = game?.resting?.includes(name);
			const part = isResting
				? "isResting"
				: selves.includes(name)
				? "isYou"
				: isAway
					? "isAway"
					: isBot
						? "isBot"
						: isGuest && "isWatching";
			const points = game?.sheets.find(
				({ player }) => player === name,
			)?.total;
			const face = badge(name);
			// In a narrow row the word is hidden.
			if (isBot) face.dataset.letter = "⚙︎";
			const parts = [
				isUp ? element("span", { class: "part" }, "▸ ") : "",
				face,
				element("bdi", {}, name),
				part
					? element("span", { class: "part" }, ` (${phrase(part)})`)
					: "",
				points === undefined ? "" : element("b", {}, formatted(points)),
			];
			const state = isUp
				? "up"
				: game?.winners?.includes(name)
					? "won"
					: isGuest
						? "faint guest"
						: isAway || isResting
							? "faint"
							: "";
			return element(
				"li",
				{ class: state },
				isButton && points !== undefined
					? element("button", {}, ...parts)
					: element("span", {}, ...parts),
			);
		}),
	);
}
