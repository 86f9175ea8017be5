// The packer inserts this script into each document, where it runs before any file is loaded.

// A request that waits for a connection fails when the network changes, as a phone's does shortly
// after it enters a house: a document without one of its files is loaded again.
const again = () => setTimeout(() => location.reload(), 2000);
addEventListener(
	"error",
	({ target }) => target.localName && document.readyState !== "complete" && again(),
	true,
);

// The phrases are asked for together with the scripts that need them.
{
	const codes = navigator.languages.map((each) => each.split("-")[0]);
	try {
		codes.unshift(localStorage.getItem("language"));
	} catch {}
	const code = codes.find((each) => /^(en|de|fr|es)$/.test(each)) ?? "en";
	const words = document.createElement("link");
	Object.assign(words, { rel: "modulepreload", href: `words-${code}.js` });
	document.head.append(words);
}
