// Runs the bundled service with the options it is given, and tells who started it how long its main thread could not take up
// new work at the longest, in milliseconds, each time it is asked.
const { join } = require('node:path');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', () => {
	process.send(delay.max / 1e6);
	delay.reset();
});

require(join(__dirname, '../../packages/accounting-sync-service/dist/start.js'));
