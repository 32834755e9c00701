const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { Transform } = require('node:stream');

const { dest, parallel, series, src } = require('gulp');

const { bundle } = require('./build/bundle');
const { bundleService, PACKAGE } = require('./build/service');
const { n8n } = require('./package.json');

const clean = () => rm('dist', { recursive: true, force: true });

const code = async () => {
	const registered = [...n8n.nodes, ...n8n.credentials];
	await bundle(registered.map((file) => file.replace(/^dist\/(.*)\.js$/, '$1.ts')));
};

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const codex = () => src('nodes/*/*.node.json').pipe(dest('dist/nodes'));

/** JSON without the white space that is only for us. */
const withoutSpace = () =>
	new Transform({
		objectMode: true,
		transform: (file, _encoding, done) => {
			file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents.toString())));
			done(null, file);
		},
	});

/** n8n looks for them beside the node: what it offers of an operation's output before the first run. */
const schemas = () =>
	src('nodes/*/__schema__/**/*.json', { base: 'nodes' })
		.pipe(withoutSpace())
		.pipe(dest('dist/nodes'));

exports.build = series(clean, parallel(code, icons, codex, schemas));

const cleanService = () => rm(`${PACKAGE}/dist`, { recursive: true, force: true });

/** The local service as a package of its own. */
exports.service = series(cleanService, bundleService);

/** A script of package.json as a task; it fails with the script. */
const script = (name) =>
	Object.assign(() => spawn('npm', ['run', '--silent', name], { stdio: 'inherit', shell: true }), {
		displayName: name,
	});

/** What is wrong without a test: side by side, for each keeps no more than one processor busy. */
exports.check = parallel(
	script('lint:code'),
	script('lint:format'),
	script('lint:imports'),
	script('lint:exports'),
	script('lint:spelling'),
	script('typecheck'),
	exports.build,
);
