import path from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import { runCommand } from '../../n8n/processes/command';
import { START_TIMEOUT_MILLISECONDS } from '../support/use-stack';
import { size } from './support/size';

test(
	`nothing grows while an office works with n8n for ${size.minutes} minutes`,
	async () => {
		const soak = path.join(__dirname, 'soak', 'main.ts');
		// It ends with an error, and with the verdict in it, when something grows.
		const output = await runCommand(
			process.execPath,
			['--import', require.resolve('tsx'), soak, '--minutes', String(size.minutes)],
			{ cwd: repositoryFolder },
		);
		process.stderr.write(output);
		expect(output).toContain('Nothing grows.');
	},
	START_TIMEOUT_MILLISECONDS + size.minutes * 120_000,
);
