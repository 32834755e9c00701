const vm = require('node:vm');

const { TestEnvironment } = require('jest-environment-node');

const { compileFunction, createContext } = vm;

/** The sandboxes of the test files, each of which loads all its modules anew. */
const sandboxes = new WeakSet();

/** What this process has compiled, by file. */
const compiled = new Map();

/**
 * A module's function in a test file's sandbox, as jest asks for it. The code is compiled for the first test file that
 * needs it, and only bound to the sandboxes of those that follow: the engine has more than 1,700 modules.
 */
vm.compileFunction = (code, parameters, options) => {
	const { filename, parsingContext } = options;
	// jest answers dynamic imports itself.
	if (!sandboxes.has(parsingContext) || /\bimport\s*\(/.test(code)) {
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

/**
 * jest's environment for Node.js, in an ordinary context: in the one that jest makes, every look at a global (`Object`,
 * `Promise`, `Date`) goes through a proxy, which takes a twentieth of the tests' processor time.
 */
module.exports = class extends TestEnvironment {
	constructor(...options) {
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			super(...options);
		} finally {
			vm.createContext = createContext;
		}
		sandboxes.add(this.context);
	}
};
