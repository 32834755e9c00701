import { repositoryFolder } from '../n8n/files';
import { staleSections } from './support/age';

// npm run bench -- stale: lists the sections of figures that are older than the code they speak of.

const stale = staleSections(repositoryFolder);
process.stdout.write(
	stale.length > 0 ? `${stale.join('\n')}\n` : 'All figures are as new as their code.\n',
);
