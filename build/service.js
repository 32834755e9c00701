const { cp, readdir, readFile, writeFile } = require('node:fs/promises');
const { join } = require('node:path');

const { build } = require('esbuild');

const PACKAGE = 'packages/accounting-sync-service';
const ASSETS = 'service/pages/assets';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The folders of the packages that files belong to. */
const packageFolders = (paths) => {
	const folders = paths.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
	return [...new Set(folders)].sort();
};

/** A package's name, version and licence, with the texts that have to go with its code. */
async function licenceOf(folder) {
	const { name, version, license } = JSON.parse(
		await readFile(join(folder, 'package.json'), 'utf8'),
	);
	const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
	if (!license && files.length === 0) throw new Error(`${name} is bundled, but has no licence.`);
	const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
	return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join('\n\n');
}

async function licences(paths) {
	const ours = await readFile('LICENSE', 'utf8');
	const theirs = await Promise.all(packageFolders(paths).map(licenceOf));
	return [ours.trim(), 'The code of these packages is part of dist/main.js:', ...theirs]
		.join(`\n\n${'-'.repeat(80)}\n\n`)
		.concat('\n');
}

/**
 * Bundles the local service and the simulated desktop into the package that starts them without this repository. Its
 * database drivers alone stay outside: npm chooses SQLite's binary for the machine, and PostgreSQL's is only loaded where it is used.
 */
async function bundleService() {
	const folder = join(PACKAGE, 'dist');
	const { metafile } = await build({
		platform: 'node',
		target: 'node20',
		charset: 'utf8',
		entryPoints: {
			start: join(PACKAGE, 'start.js'),
			main: join(PACKAGE, 'main.ts'),
			// The thread that reads large answers begins with a file of its own.
			'answer-worker': 'service/qbxml/answer-work.ts',
		},
		outdir: folder,
		banner: { js: '#!/usr/bin/env node' },
		bundle: true,
		format: 'cjs',
		external: ['./main', ...Object.keys(require(join('..', PACKAGE, 'package.json')).dependencies)],
		minify: true,
		// For the stack traces that people report.
		keepNames: true,
		legalComments: 'none',
		metafile: true,
	});
	await writeFile(join(folder, 'LICENSES.txt'), await licences(Object.keys(metafile.inputs)));
	await cp(ASSETS, join(folder, 'assets'), { recursive: true });
}

module.exports = { PACKAGE, bundleService };
