const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { Transform } = require('node:stream');

const { dest, parallel, series, src } = require('gulp');

const { bundle, exportsOf } = require('./build/bundle');
const { bundleService, PACKAGE } = require('./build/service');
const { n8n } = require('./package.json');

const clean = () => rm('dist', { recursive: true, force: true });

const code = async () => {
	const registered = [...n8n.nodes, ...n8n.credentials];
	await bundle(registered.map((file) => file.replace(/^dist\/(.*)\.js$/, '$1.ts')));
};

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

/** What n8n's node panel finds the nodes by. Most words of the action node follow from its actions. */
const codex = async () => {
	const { actionCodex } = await exportsOf(join(__dirname, 'build/codex.ts'));
	await new Promise((resolve, reject) =>
		src('nodes/*/*.node.json').pipe(dest('dist/nodes')).on('finish', resolve).on('error', reject),
	);
	await writeFile(
		'dist/nodes/AccountingSync/AccountingSync.node.json',
		JSON.stringify(actionCodex),
	);
};

/** JSON without the white space that is only for us. */
const withoutSpace = () =>
	new Transform({
		objectMode: true,
		transform: (file, _encoding, done) => {
			file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents.toString())));
			done(null, file);
		},
	});

/** n8n looks for schemas beside the node: what it offers of an operation's output before the first run. */
const seenSchemas = () =>
	src('nodes/*/__schema__/**/*.json', { base: 'nodes' })
		.pipe(withoutSpace())
		.pipe(dest('dist/nodes'));

/** Those of records follow from the facts of qbXML. */
const derivedSchemas = async () => {
	const { operations, SCHEMA_FOLDER } = await exportsOf(join(__dirname, 'build/output-schemas.ts'));
	for (const { name, schema } of operations) {
		if (!schema) continue;
		const file = join('dist/nodes', SCHEMA_FOLDER, `${name}.json`);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(schema));
	}
};

/** `npm run build`: the package of the nodes. */
exports.default = series(clean, parallel(code, icons, codex, seenSchemas, derivedSchemas));

const cleanService = () => rm(`${PACKAGE}/dist`, { recursive: true, force: true });

/** `npm run build -- service`: the local service as a package of its own. */
exports.service = series(cleanService, bundleService);
