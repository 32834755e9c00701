import {
	forgetRequest,
	listKey,
	ownRequests,
	rememberRequest,
} from '../../../../queue/lists/ownRequests';

const idsOf = (key: string) => ownRequests(key).map(({ id }) => id);

test('the last two are remembered, the newest first, until the service has them no longer', () => {
	const key = listKey(
		{ address: 'https://a.example/api/v1', connectionId: 'c1' },
		{ query: 'CustomerQuery' },
	);
	expect(idsOf(key)).toEqual([]);
	for (const id of ['one', 'two', 'three']) rememberRequest(key, { id, at: 0 });
	expect(idsOf(key)).toEqual(['three', 'two']);
	forgetRequest(key, 'three');
	expect(idsOf(key)).toEqual(['two']);
});

test('by service, connection and list; a connection is the same in capitals', () => {
	const keys = [
		listKey(
			{ address: 'https://a.example/api/v1', connectionId: 'c2' },
			{ query: 'CustomerQuery' },
		),
		listKey(
			{ address: 'https://b.example/api/v1', connectionId: 'c2' },
			{ query: 'CustomerQuery' },
		),
		listKey(
			{ address: 'https://a.example/api/v1', connectionId: 'c3' },
			{ query: 'CustomerQuery' },
		),
		listKey({ address: 'https://a.example/api/v1', connectionId: 'c2' }, { query: 'VendorQuery' }),
	];
	for (const key of keys) rememberRequest(key, { id: key, at: 0 });
	expect(keys.flatMap(idsOf)).toEqual(keys);
	for (const end of ['/', '//']) {
		const address = `https://a.example/api/v1${end}`;
		expect(listKey({ address, connectionId: 'C2' }, { query: 'CustomerQuery' })).toBe(keys[0]);
	}
});

test('what was asked for long ago gives way', () => {
	const keyOf = (number: number) =>
		listKey(
			{ address: 'https://many.example', connectionId: String(number) },
			{ query: 'ItemQuery' },
		);
	for (let number = 0; number < 600; number++) {
		rememberRequest(keyOf(number), { id: String(number), at: 0 });
		if (number === 450) rememberRequest(keyOf(0), { id: 'again', at: 0 });
	}
	expect(idsOf(keyOf(0))).toEqual(['again', '0']);
	expect(idsOf(keyOf(1))).toEqual([]);
	expect(idsOf(keyOf(599))).toEqual(['599']);
	const kept = Array.from({ length: 600 }, (_, number) => idsOf(keyOf(number)));
	expect(kept.filter(({ length }) => length > 0)).toHaveLength(500);
});
