import { staleSections } from '../bench/support/age';
import { repositoryFolder } from '../n8n/files';
import { release } from './release';

// npm run release -- <patch|minor|major|x.y.z>

try {
	const version = release(repositoryFolder, process.argv[2], new Date().toISOString().slice(0, 10));
	process.stdout.write(
		`Version ${version} is committed and tagged, on this machine only.\n` +
			'Look at it with: git show\n' +
			`Publish it with: git push --atomic origin HEAD v${version}\n` +
			`Undo it with:    git tag --delete v${version} && git reset --keep HEAD~1\n`,
	);
	const stale = staleSections(repositoryFolder);
	if (stale.length > 0) {
		process.stdout.write(
			`These figures are older than what is released. Publish with them, or undo it and measure:\n${stale.join('\n')}\n`,
		);
	}
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
