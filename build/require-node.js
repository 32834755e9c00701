/**
 * Ends the process with a sentence if its Node.js is too old, before anything is loaded that it can't even read. Keep it in
 * the language of old ones.
 * @param {string} engines What package.json wants, such as `>=20.19`.
 */
function requireNode(engines) {
	const [major, minor] = engines.match(/\d+/g).map(Number);
	const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number);
	if (runningMajor > major || (runningMajor === major && runningMinor >= minor)) return;
	process.stderr.write(
		`This needs Node.js ${major}.${minor} or newer, and this is ${process.versions.node}. ` +
			'Install a newer one from https://nodejs.org/en/download, then try again.\n',
	);
	process.exit(1);
}

module.exports = { requireNode };
