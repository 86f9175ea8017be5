import { phrase } from "./language.js";

/** Who can make another link like that which says this of itself, and how. */
export function remedy({ by, as = [], tables = [], role }) {
	if (!by) return phrase("linkAskAnother");
	const names = [as].flat();
	const quoted = (name) =>
		/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
	const whose =
		role === "host" || (role === "play" && as === by)
			? []
			: names.map((name) => ` --as ${quoted(name)}`);
	const command = [
		"dicectl web",
		...tables.map((table) => ` -t ${table}`),
		...whose,
		role === "watch" ? " --watch-only" : "",
	].join("");
	return phrase("linkAskOf", { by, command });
}
