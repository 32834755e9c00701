import { path, queryString } from '../../../../queue/calls/serviceCall';
import type { WireValues } from '../../../../quickbooks/form/fieldSpec';

test.each<[query: WireValues | undefined, written: string]>([
	[undefined, ''],
	[{}, ''],
	[{ page: 2, page_size: 100 }, '?page=2&page_size=100'],
	[{ iterate: true, include_line_items: false }, '?iterate=true&include_line_items=false'],
	[{ include: ['TxnID', 'RefNumber'] }, '?include%5B%5D=TxnID&include%5B%5D=RefNumber'],
	[{ list_ids: ['80000001-1'] }, '?list_ids%5B%5D=80000001-1'],
	[{ list_ids: [] }, ''],
	[{ name: 'Smith & Söhne + 50%' }, '?name=Smith+%26+S%C3%B6hne+%2B+50%25'],
	[{ name: '' }, '?name='],
])('%j is written %j', (query, written) => {
	expect(queryString(query)).toBe(written);
});

test.each<[parts: string[], written: string]>([
	[['connections'], '/connections'],
	[['connections', 'a b', 'qwc'], '/connections/a%20b/qwc'],
	[['queued_requests', '../connections?x#y'], '/queued_requests/..%2Fconnections%3Fx%23y'],
])('the path of %j is %s', (parts, written) => {
	expect(path(...parts)).toBe(written);
});
