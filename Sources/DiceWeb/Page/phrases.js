import { language, learn, phrase } from "./language.js";

// For scripts that load later: the phrases that only these use load with them.
learn(await import(`./later-${language}.js`).catch(() => new Promise(again)));

export { phrase };
