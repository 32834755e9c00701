import {
	isPassingLock,
	LOCK_DELAYS_MS,
	locks,
	proofOf,
	statusesOf,
	statusIn,
} from '../../../../quickbooks/rules/statuses';

/** Every status of which it is known whether the request was carried out. */
const written: Readonly<Record<'no' | 'nobody knows' | 'yes', readonly string[]>> = {
	no: [
		...[
			'1030',
			'3000',
			'3010',
			'3020',
			'3030',
			'3031',
			'3035',
			'3040',
			'3045',
			'3050',
			'3060',
			'3065',
		],
		...['3070', '3080', '3085', '3090', '3100', '3101', '3110', '3120', '3130', '3140', '3150'],
		...['3151', '3153', '3160', '3161', '3162', '3170', '3171', '3175', '3176', '3177', '3180'],
		...['3185', '3190', '3200', '3205', '3210', '3220', '3230', '3231', '3240', '3250', '3260'],
		...['3261', '3262', '3263', '3264', '3270', '3280', '3290', '3390', '3391', '9100', '9199'],
		...['0x80040400', '0x80040423'],
	],
	yes: ['0', '500', '530', '531', '550', '560', '570', 'QBWC1015', 'QBWC1042'],
	'nobody knows': [
		...['1', '501', '510', '540', '600', '1000', '1010', '1060', '2000', '2040'],
		...['9001', '9002', '9003', '9004', '9005', '9099', '9200', '30', '300'],
		// Of a session that could not begin, which may be a later one.
		...['0x80040401', '0x80040403', '0x80040404', '0x80040405', '0x80040407', '0x80040408'],
		...['0x80040409', '0x8004040A', '0x80040410', '0x80040414', '0x80040416', '0x80040417'],
		...['0x80040418', '0x80040419', '0x8004041A', '0x8004041B', '0x8004041D', '0x8004041E'],
		...['0x8004041F', '0x80040420', '0x80040422', '0x80040424', '0x80040425', '0x80040426'],
		...['0x80040427', '0x8004042A', '0x8004042C', '0x80040154'],
		// Of QuickBooks while it worked.
		...['0x80040402', '0x8004040D', '0x8004041C', '0x80040421', '0x80010105'],
		// Of remote procedure calls that were lost.
		...['0x800706BA', '0x800706BE', '0x800706BF', '0x80010108', '0x80010007'],
		...['QBWC1013', 'QBWC1014', 'QBWC1031', 'QBWC1041', 'QBWC1043', 'QBWC1044', 'QBWC1045'],
	],
};

const rows = Object.entries(written).flatMap(([was, codes]) =>
	codes.map((code): [code: string, proves: boolean] => [code, was === 'no']),
);

test.each(rows)('%s proves that nothing was written: %s', (code, proves) => {
	expect(statusIn(code)).toBe(code);
	expect(proofOf(statusIn(code)) !== undefined).toBe(proves);
});

test.each<[code: unknown, status: string | undefined]>([
	['3120', '3120'],
	[3120, '3120'],
	[' 3120 ', '3120'],
	['0x80040400', '0x80040400'],
	['0X8004041c', '0x8004041C'],
	['8004041c', '0x8004041C'],
	[' 0x8004041C\n', '0x8004041C'],
	[-2147220452, '0x8004041C'],
	['-2147220452', '0x8004041C'],
	[2147746844, '0x8004041C'],
	['-2147220480', '0x80040400'],
	['-2147220445', '0x80040423'],
	['-2147483648', '0x80000000'],
	['4294967295', '0xFFFFFFFF'],
	['qbwc1042', 'QBWC1042'],
	['QBWC 1042', 'QBWC1042'],
	['-2147483649', undefined],
	['4294967296', undefined],
	['2147483647', undefined],
	['-3120', undefined],
	['0x3120', undefined],
	['0x8004040', undefined],
	['0x800404000', undefined],
	['31200', undefined],
	['3120.0', undefined],
	[31.2, undefined],
	['error 3120', undefined],
	['connection_error', undefined],
	['', undefined],
	[undefined, undefined],
	[null, undefined],
	[true, undefined],
	[{ code: 3120 }, undefined],
	[['3120'], undefined],
])('%j is the status %s', (code, status) => {
	expect(statusIn(code)).toBe(status);
});

test.each<[error: { code?: unknown; message?: unknown }, statuses: string[]]>([
	[{}, []],
	[{ message: 'QuickBooks found an error when parsing the provided XML.' }, []],
	[{ message: 'QuickBooks says 3120.' }, []],
	[{ message: 'Error: 0x80040400 - could not parse.' }, ['0x80040400']],
	[{ message: '(0X8004041c)' }, ['0x8004041C']],
	[{ message: 'COM error -2147220480' }, ['0x80040400']],
	[{ message: 'In 1-2147220480 of 2' }, []],
	[{ code: 'application_error', message: '0x80040400' }, ['0x80040400']],
	[{ code: '0x80040400: could not parse' }, ['0x80040400']],
	[{ code: '3120', message: 'So.' }, ['3120']],
	[{ code: '0x80040400', message: '0x80040400' }, ['0x80040400']],
	[{ code: '0x80040400', message: 'After 0x8004041C' }, ['0x80040400', '0x8004041C']],
	[{ code: 504, message: '0x80040400' }, ['504', '0x80040400']],
	[{ code: null, message: 12 }, []],
	[{ code: {}, message: ['0x80040400'] }, []],
	[{ message: 'QBWC1042: receiveResponseXML failed.' }, ['QBWC1042']],
	[{ message: 'QBWC1042, then 0x80040400' }, ['QBWC1042', '0x80040400']],
])('%j names the statuses %j', (error, statuses) => {
	expect(statusesOf(error)).toEqual(statuses);
});

test('a lock has written nothing', () => {
	for (const code of Object.keys(locks)) expect(proofOf(code)).toBeDefined();
});

test.each(Object.entries(locks))('the words of the lock %s mean one', (code, { saying }) => {
	expect(isPassingLock({ code, message: `There was an error. QuickBooks says: ${saying}` })).toBe(
		true,
	);
});

test.each<[code: string | undefined, message: string | undefined, isLock: boolean]>([
	['3175', 'It is locked.', true],
	['3176', 'A related transaction is already in use.', true],
	['3170', 'The transaction could not be saved. It is in use by another user.', true],
	['3175', 'Something else.', false],
	['3175', undefined, false],
	['3180', 'The account number is already in use.', false],
	['3180', 'The rep initials are already in use.', false],
	['3170', 'The customer is over the credit limit.', false],
	['3100', 'The name "Known" of the list element is already in use.', false],
	['3100', 'The list element is in use.', false],
	['1000', 'The list element is in use.', false],
	['0x80040400', 'The list element is in use.', false],
	[undefined, 'The list element is in use.', false],
])('%s with %j is a lock that passes: %s', (code, message, isLock) => {
	expect(isPassingLock({ code, message })).toBe(isLock);
});

test('what is locked is tried again a few times only, within a run', () => {
	expect(LOCK_DELAYS_MS).toEqual([1_000, 3_000, 5_000, 10_000]);
});
