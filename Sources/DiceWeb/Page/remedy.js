import { phrase } from "./phrases.js";

/** Tells how to get another link with these claims: from whom, and by which command. */
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
