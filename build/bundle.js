const { writeFile, mkdir } = require('node:fs/promises');
const { dirname } = require('node:path');

const { build, transform } = require('esbuild');

const TARGET = { platform: 'node', target: 'node20', charset: 'utf8' };

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
		format: 'esm',
		external: ['n8n-workflow'],
		legalComments: 'none',
		metafile: true,
		write: false,
	});
	await Promise.all(
		outputFiles.map(async ({ path, text }) => {
			// The names are kept for the stack traces that people report.
			const { code } = await transform(text, {
				...TARGET,
				format: 'cjs',
				minify: true,
				keepNames: true,
				// What is imported on demand is required on demand.
				supported: { 'dynamic-import': false },
			});
			await mkdir(dirname(path), { recursive: true });
			await writeFile(path, code);
		}),
	);
	const foreign = Object.keys(metafile.inputs).find((path) => path.includes('node_modules/'));
	if (foreign) throw new Error(`${foreign} is bundled: the package has to bring its licence then.`);
}

module.exports = { bundle };
