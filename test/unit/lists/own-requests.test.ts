import {
	forgetRequest,
	listKey,
	ownRequests,
	rememberRequest,
} from '../../../nodes/shared/methods/ownRequests';

const idsOf = (key: string) => ownRequests(key).map(({ id }) => id);

test('the last two are remembered, the newest first, until the service has them no longer', () => {
	const key = listKey('https://a.example/api/v1', 'c1', 'CustomerQuery');
	expect(idsOf(key)).toEqual([]);
	for (const id of ['one', 'two', 'three']) rememberRequest(key, { id, at: 0 });
	expect(idsOf(key)).toEqual(['three', 'two']);
	forgetRequest(key, 'three');
	expect(idsOf(key)).toEqual(['two']);
});

test('by service, connection and list; a connection is the same in capitals', () => {
	const keys = [
		listKey('https://a.example/api/v1', 'c2', 'CustomerQuery'),
		listKey('https://b.example/api/v1', 'c2', 'CustomerQuery'),
		listKey('https://a.example/api/v1', 'c3', 'CustomerQuery'),
		listKey('https://a.example/api/v1', 'c2', 'VendorQuery'),
	];
	for (const key of keys) rememberRequest(key, { id: key, at: 0 });
	expect(keys.flatMap(idsOf)).toEqual(keys);
	expect(listKey('https://a.example/api/v1/', 'C2', 'CustomerQuery')).toBe(keys[0]);
});

test('what was asked for long ago gives way', () => {
	const keyOf = (number: number) => listKey('https://many.example', String(number), 'ItemQuery');
	for (let number = 0; number < 600; number++) {
		rememberRequest(keyOf(number), { id: String(number), at: 0 });
		if (number === 450) rememberRequest(keyOf(0), { id: 'again', at: 0 });
	}
	expect(idsOf(keyOf(0))).toEqual(['again', '0']);
	expect(idsOf(keyOf(1))).toEqual([]);
	expect(idsOf(keyOf(599))).toEqual(['599']);
});
