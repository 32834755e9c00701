import { errorsPage } from '../../../docs/errors-page';
import {
	type Advice,
	adviceByApplicationStatus,
	adviceByCode,
	adviceByNetworkCode,
	adviceByStatus,
} from '../../../queue/calls/advice';

/** What a row of the page is about: codes with the same advice share one. */
const codesOf = (line: string): string[] => line.replace(/^\| | \|.*|`/g, '').split(', ');

test.each<[name: string, keys: string[], table: Record<string, Advice>]>([
	[
		'the interface',
		['unauthorized', 'not_found', 'invalid_request', 'invalid_state', 'connection_active'],
		adviceByCode,
	],
	[
		'the accounting application',
		[
			...['0', '1', '500', '3000', '3020', '3100', '3120', '3140', '3170', '3175', '3180'],
			...['3200', '3210', '3250', '3260', '3270'],
		],
		adviceByApplicationStatus,
	],
	['HTTP', ['401', '404', '413', '429', '502', '503', '504'], adviceByStatus],
	[
		'the network',
		[
			...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'CERT_HAS_EXPIRED'],
			...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'],
		],
		adviceByNetworkCode,
	],
])('the codes of %s stand on the page with what they mean and what to do', (_name, keys, table) => {
	const page = errorsPage();
	for (const key of keys) {
		const { means, todo } = table[key];
		const row = page.split('\n').find((line) => codesOf(line).includes(key));
		expect(row).toContain(means);
		expect(row).toContain(todo);
	}
});

test('every sentence is one', () => {
	const tables = [adviceByCode, adviceByApplicationStatus, adviceByStatus, adviceByNetworkCode];
	for (const { means, todo } of tables.flatMap((table) => Object.values(table))) {
		expect(means).toMatch(/^[A-Z].*\.$/);
		expect(todo).toMatch(/^[A-Z].*\.$/);
	}
});
