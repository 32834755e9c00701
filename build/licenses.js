const { existsSync } = require('node:fs');
const { readFile, readdir } = require('node:fs/promises');
const { dirname, join, resolve } = require('node:path');

const { name: ownName } = require('../package.json');

const RULE = `\n\n${'-'.repeat(80)}\n\n`;

/** The folder of the package that a file belongs to. A package.json without a name only says how to read a folder. */
function packageFolderOf(file) {
	let folder = dirname(file);
	for (;;) {
		const manifest = join(folder, 'package.json');
		if (existsSync(manifest) && require(manifest).name) return folder;
		if (folder === dirname(folder)) throw new Error(`${file} belongs to no package.`);
		folder = dirname(folder);
	}
}

/** The words of the MIT licence, which every package under it repeats; this package's own too. */
async function mitText() {
	const own = await readFile(resolve(__dirname, '../LICENSE'), 'utf8');
	return own.slice(own.indexOf('Permission is hereby granted')).trim();
}

const nameOf = (person) => (typeof person === 'string' ? person : person?.name);

/** The licence as the package brings it; for a package that only names the MIT licence, its words with the author's name. */
async function licenseText(folder, { name, license, author }) {
	const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
	if (file) return (await readFile(join(folder, file), 'utf8')).trim();
	if (license !== 'MIT' || !nameOf(author)) {
		throw new Error(`${name} is bundled, but brings no licence text (${license}).`);
	}
	return `Copyright (c) ${nameOf(author)}\n\n${await mitText()}`;
}

/**
 * The licences of the packages that bundled files come from.
 * @param {string[]} files Absolute paths, as `bundle` returns them.
 * @throws if one of them has no licence that could be passed on
 */
async function thirdPartyLicenses(files) {
	const folders = [...new Set(files.map(packageFolderOf))];
	const packages = folders
		.map((folder) => ({ folder, manifest: require(join(folder, 'package.json')) }))
		.filter(({ manifest }) => manifest.name !== ownName)
		.sort((one, other) => one.manifest.name.localeCompare(other.manifest.name));
	const parts = await Promise.all(
		packages.map(async ({ folder, manifest }) => {
			const heading = `${manifest.name} ${manifest.version} (${manifest.license})`;
			return `${heading}\n\n${await licenseText(folder, manifest)}`;
		}),
	);
	const opening = `This package contains code of the packages below, under their own licences.`;
	return `${[opening, ...parts].join(RULE)}\n`;
}

module.exports = { thirdPartyLicenses };
