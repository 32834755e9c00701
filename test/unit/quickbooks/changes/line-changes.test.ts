import { wantedAgain } from '../../../../quickbooks/changes/lineChanges';

test('what is wanted again does not add or remove lines', () => {
	const lines = (mode: 'add' | 'change' | 'remove' | 'replace') => ({ mode, lines: [] });
	expect(
		wantedAgain({
			values: { Memo: 'a' },
			clear: ['RefNumber'],
			lines: {
				Added: lines('add'),
				Changed: lines('change'),
				Removed: lines('remove'),
				Replaced: lines('replace'),
			},
		}),
	).toEqual({
		values: { Memo: 'a' },
		clear: ['RefNumber'],
		lines: { Changed: lines('change'), Replaced: lines('replace') },
	});
});
