const { sep } = require('node:path');

const { default: JestRuntime } = require('jest-runtime');

const NODE_MODULES = `${sep}node_modules${sep}`;

/** n8n keeps settings and services, and changes axios, so each test file loads its own. */
const isOwn = /^(?:n8n-|@n8n[\\/]|axios[\\/])/;

/** Whether all test files of a process have the same instance of a module. */
function isShared(file) {
	const start = file.lastIndexOf(NODE_MODULES);
	return start >= 0 && !isOwn.test(file.slice(start + NODE_MODULES.length));
}

/** Loads what test files share. It outlives them, so that libraries can load more of themselves later. */
let shared;

/** The shared modules that are loaded, by file. */
const loaded = new Map();

/** jest's runtime, which loads the libraries once in a process, and not once for each test file. */
module.exports = class extends JestRuntime {
	constructor(...options) {
		super(...options);
		shared ??= new JestRuntime(...options);
	}

	requireModule(from, name, options, isActual) {
		if (!name || options?.isInternalModule || this._resolution.isCoreModule(name)) {
			return super.requireModule(from, name, options, isActual);
		}
		const file = this._resolution.resolveCjs(from, name);
		if (!isShared(file)) return super.requireModule(from, name, options, isActual);
		if (!loaded.has(file)) {
			loaded.set(
				file,
				this._environment.keepWhatComes(() => shared.requireModule(file)),
			);
		}
		return loaded.get(file);
	}
};
