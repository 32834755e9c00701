const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const ownCode = readFileSync(__filename);
const folder = join(__dirname, '..', '..', '.cache', 'programs');

function transformed(source) {
	// Only for what is new: most programs find all that they need transformed.
	const { transformSync } = require('esbuild');
	return transformSync(source, {
		loader: 'ts',
		format: 'cjs',
		target: 'es2022',
		charset: 'utf8',
		supported: { 'dynamic-import': false },
	}).code;
}

/** A source without its types. The first process that needs it leaves it for all others. */
function withoutTypes(source) {
	const hash = createHash('sha256').update(ownCode).update(source).digest('hex');
	const kept = join(folder, `${hash}.js`);
	try {
		return readFileSync(kept, 'utf8');
	} catch {
		const code = transformed(source);
		mkdirSync(folder, { recursive: true });
		// Renamed when it is whole, for nobody should read a part of it.
		const part = `${kept}.${process.pid}`;
		writeFileSync(part, code);
		renameSync(part, kept);
		return code;
	}
}

/**
 * Lets `node --require` run our programs from their sources, as `tsx` does. The tests start the service so often that they
 * can't wait for `tsx`, whose own start takes longer than the service's.
 */
require.extensions['.ts'] = (module, file) =>
	module._compile(withoutTypes(readFileSync(file, 'utf8')), file);
