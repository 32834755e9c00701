const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

const { transformSync, version } = require('esbuild');

const OPTIONS = {
	loader: 'ts',
	format: 'cjs',
	tsconfigRaw: { compilerOptions: { strict: true } },
	target: 'es2022',
	charset: 'utf8',
	sourcemap: 'external',
	sourcesContent: false,
	// Modules of jest's sandbox can only be loaded by its `require`.
	supported: { 'dynamic-import': false },
};

const ownCode = readFileSync(__filename);

/** Strips the types, with the tool that makes the package; `tsc` has checked them. `jest.mock` stays where it stands. */
module.exports = {
	process: (source, path) => transformSync(source, { ...OPTIONS, sourcefile: path }),

	getCacheKey: (source, path, { instrument }) =>
		createHash('sha256')
			.update(JSON.stringify([version, path, instrument]))
			.update(ownCode)
			.update(source)
			.digest('hex')
			.slice(0, 32),
};
