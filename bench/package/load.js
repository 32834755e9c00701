// Loads a package as n8n does when it starts and prints how long that took, in milliseconds: on the clock and of the
// processor. A process of its own for each measurement, run by the Node.js that n8n runs on.
// Usage: load.js FOLDER-LOADED-BEFORE FOLDER
const { PackageDirectoryLoader } = require('n8n-core');

async function load(folder) {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	if (loader.types.nodes.length === 0) throw new Error(`No node was loaded from ${folder}.`);
}

async function main([before, measured]) {
	// In n8n, its own nodes come first, and with them what the loader itself needs.
	await load(before);
	const processorThen = process.cpuUsage();
	const then = performance.now();
	await load(measured);
	const clock = performance.now() - then;
	const { user, system } = process.cpuUsage(processorThen);
	process.stdout.write(JSON.stringify({ clock, processor: (user + system) / 1000 }));
}

main(process.argv.slice(2));
