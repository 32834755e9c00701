const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');

const { TestEnvironment } = require('jest-environment-node');

const { compileFunction, createContext } = vm;

/** What this process has compiled, by file. */
const compiled = new Map();

/** The one sandbox of this process. */
let sandbox;

/**
 * A module's function in the sandbox, as jest asks for it. The code is compiled for the first test file that needs it, and only
 * bound to the modules of those that follow: the engine has more than 1,700 modules.
 */
vm.compileFunction = (code, parameters, options) => {
	const { filename, parsingContext } = options;
	// jest answers dynamic imports itself.
	if (parsingContext !== sandbox?.context || /\bimport\s*\(/.test(code)) {
		return compileFunction(code, parameters, options);
	}
	const head = `(function (${parameters.join(', ')}) {`;
	const earlier = compiled.get(filename);
	if (earlier?.head === head && earlier.code === code) {
		return earlier.script.runInContext(parsingContext);
	}
	let script;
	try {
		script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
	} catch {
		// For the error as jest expects it.
		return compileFunction(code, parameters, options);
	}
	compiled.set(filename, { head, code, script });
	return script.runInContext(parsingContext);
};

/** What carries a value along the calls of this test file. */
const storages = new Set();

for (const method of ['run', 'enterWith']) {
	const original = AsyncLocalStorage.prototype[method];
	AsyncLocalStorage.prototype[method] = function (...values) {
		storages.add(this);
		return original.apply(this, values);
	};
}

/**
 * Ends them, as Node.js does not: one that was used once is asked about every promise for as long as the process lives, and each
 * test file has its own.
 */
function endStorages() {
	for (const storage of storages) storage.disable();
	storages.clear();
}

/** The properties of an object, which can be put back as they were. */
class Snapshot {
	constructor(object) {
		this.object = object;
		this.descriptors = new Map();
		this.addNew(new Set());
	}

	/** Has what is new since then stay. */
	addNew(before) {
		for (const key of Reflect.ownKeys(this.object)) {
			if (before.has(key)) continue;
			this.descriptors.set(key, Reflect.getOwnPropertyDescriptor(this.object, key));
		}
	}

	restore() {
		for (const key of Reflect.ownKeys(this.object)) {
			if (!this.descriptors.has(key)) Reflect.deleteProperty(this.object, key);
		}
		for (const [key, descriptor] of this.descriptors) {
			Reflect.defineProperty(this.object, key, descriptor);
		}
	}
}

/**
 * jest's environment for Node.js, which the test files of a process have one after the other, so that the libraries in it are
 * loaded once. Each leaves it as it was. Its context is an ordinary one: in the one that jest makes, every look at a global
 * (`Object`, `Promise`, `Date`) goes through a proxy, which takes a twentieth of the tests' processor time.
 */
module.exports = class extends TestEnvironment {
	constructor(...options) {
		if (sandbox) return sandbox;
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			super(...options);
		} finally {
			vm.createContext = createContext;
		}
		sandbox = this;
		const { global } = this;
		this.now = global.Date.now;
		this.globals = new Snapshot(global);
		this.others = [global.process, global.process.env, global.Error].map(
			(object) => new Snapshot(object),
		);
	}

	/** Loads a library, whose own globals stay. It keeps none of a test file's clock. */
	keepWhatComes(load) {
		const { Date } = this.global;
		const { now } = Date;
		const before = new Set(Reflect.ownKeys(this.global));
		Date.now = this.now;
		try {
			return load();
		} finally {
			Date.now = now;
			this.globals.addNew(before);
		}
	}

	async teardown() {
		this.moduleMocker.restoreAllMocks();
		this.fakeTimers.useRealTimers();
		this.fakeTimersModern.useRealTimers();
		for (const snapshot of [this.globals, ...this.others]) snapshot.restore();
		this.global.process.removeAllListeners();
		endStorages();
	}
};
