import { tablesIn } from '../../bench/support/page-tables';
import { textOf } from '../../docs/pages';
import { records } from '../../quickbooks/records/registry';

const [table] = tablesIn(textOf('docs/operations.md'));
const columns = ['Create', 'Get', 'Find', 'Update', 'Void', 'Delete'];
/** What a column is called in the code. */
const stored = new Map([['Find', 'query']]);

const operationsIn = (row: readonly string[]): string[] =>
	columns
		.filter((column) => row[table.head.indexOf(column)] === '✓')
		.map((column) => stored.get(column) ?? column.toLowerCase());

const told = new Map(
	table.rows.flatMap((row) =>
		row[0]
			.replace(/, of \d+ types$/, '')
			.split(', ')
			.map((name): [string, string[]] => [name, operationsIn(row)]),
	),
);

test('the table of operations has each kind of record', () => {
	expect([...told.keys()].sort()).toEqual(records.map(({ name }) => name).sort());
});

test.each(records.map(({ name, operations }) => [name, operations] as const))(
	'the table of operations has the operations of %s, and no others',
	(name, operations) => {
		const known = operations.filter((operation) =>
			columns.some((column) => (stored.get(column) ?? column.toLowerCase()) === operation),
		);
		expect(told.get(name)?.toSorted()).toEqual([...known].sort());
	},
);
