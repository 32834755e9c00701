const { writeFile, mkdir } = require('node:fs/promises');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { isDeepStrictEqual } = require('node:util');

const { build, transform } = require('esbuild');

const TARGET = { platform: 'node', target: 'node20', charset: 'utf8' };

const EXTERNAL = ['n8n-workflow'];

/** What a module exports, when it is run now. */
async function exportsOf(path) {
	const { outputFiles } = await build({
		...TARGET,
		entryPoints: [path],
		bundle: true,
		format: 'cjs',
		external: EXTERNAL,
		write: false,
	});
	const evaluated = new Module(path);
	evaluated.paths = Module._nodeModulePaths(dirname(path));
	evaluated._compile(outputFiles[0].text, path);
	return evaluated.exports;
}

/** A value without what its objects have under symbols: that is for the nodes' own code, which imports the sources. */
function withoutSymbols(value) {
	if (Array.isArray(value)) return value.map(withoutSymbols);
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, withoutSymbols(own)]));
}

/** What a module exports, as JSON. */
async function jsonOf(path) {
	const exported = withoutSymbols(await exportsOf(path));
	const json = JSON.stringify(exported);
	if (!isDeepStrictEqual(JSON.parse(json), exported))
		throw new Error(`${path} exports what JSON can't hold.`);
	return json;
}

/**
 * Modules called `….prebuilt.ts` run at build time, and the package has what they export in a file of JSON: n8n needs it
 * whenever it starts, and reading takes a fraction of the time that building takes.
 */
const prebuilt = {
	name: 'prebuilt',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /\.prebuilt$/ }, ({ path, resolveDir }) => ({
			path: `${join(resolveDir, path)}.json`,
			namespace: 'prebuilt',
		}));
		onLoad({ filter: /\.json$/, namespace: 'prebuilt' }, async ({ path }) => ({
			contents: await jsonOf(path.replace(/\.json$/, '.ts')),
			loader: 'copy',
		}));
	},
};

/**
 * Bundles the entry points into `dist`, with everything they need besides n8n-workflow: a verified package has no
 * run-time dependencies. What several of them need is written once, into `dist/shared`.
 * @param {string[]} entryPoints The sources, relative to the repository.
 */
async function bundle(entryPoints) {
	// esbuild shares code between entry points only in ES modules, and n8n requires CommonJS. So each of the files is
	// converted afterwards.
	const { outputFiles, metafile } = await build({
		...TARGET,
		entryPoints,
		outbase: '.',
		outdir: 'dist',
		bundle: true,
		splitting: true,
		chunkNames: 'shared/[name]-[hash]',
		assetNames: 'shared/[name]-[hash]',
		format: 'esm',
		external: EXTERNAL,
		plugins: [prebuilt],
		legalComments: 'none',
		metafile: true,
		write: false,
	});
	await Promise.all(
		outputFiles.map(async ({ path, text }) => {
			await mkdir(dirname(path), { recursive: true });
			if (path.endsWith('.json')) return await writeFile(path, text);
			// The names are kept for the stack traces that people report.
			const { code } = await transform(text, {
				...TARGET,
				format: 'cjs',
				// ES modules are strict without saying so.
				banner: '"use strict";',
				minify: true,
				keepNames: true,
				// What is imported on demand is required on demand.
				supported: { 'dynamic-import': false },
			});
			await writeFile(path, code);
		}),
	);
	const foreign = Object.keys(metafile.inputs).find((path) => path.includes('node_modules/'));
	if (foreign) throw new Error(`${foreign} is bundled: the package has to bring its licence then.`);
}

module.exports = { bundle, exportsOf };
