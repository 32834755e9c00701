const { rm } = require('node:fs/promises');

const { build: bundle } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const { n8n } = require('./package.json');

const clean = () => rm('dist', { recursive: true, force: true });

/** A verified package has no run-time dependencies, so what the nodes need besides n8n-workflow is bundled in. */
const code = () =>
	bundle({
		entryPoints: [...n8n.nodes, ...n8n.credentials].map((file) =>
			file.replace(/^dist\/(.*)\.js$/, '$1.ts'),
		),
		outbase: '.',
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		charset: 'utf8',
		legalComments: 'inline',
	});

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const codex = () => src('nodes/*/*.node.json').pipe(dest('dist/nodes'));

exports.build = series(clean, parallel(code, icons, codex));
