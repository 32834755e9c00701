import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryFolder } from '../n8n/files';
import { generatedPages } from './generated-pages';
import { textOf } from './pages';

// npm run generate -- docs: makes the pages anew that follow from the sources.

for (const [page, madeFrom] of Object.entries(generatedPages))
	writeFileSync(join(repositoryFolder, page), madeFrom(textOf(page)));
