import { generatedPages } from '../../docs/generated-pages';
import { textOf } from '../../docs/pages';

test.each(Object.entries(generatedPages))(
	'%s is as the sources have it (npm run generate -- docs)',
	(page, madeFrom) => {
		expect(textOf(page)).toBe(madeFrom(textOf(page)));
	},
);
