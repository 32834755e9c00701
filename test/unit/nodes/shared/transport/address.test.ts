import { serviceAddress } from '../../../../../nodes/shared/transport/address';
import { FormError } from '../../../../../quickbooks/form/formError';

test.each<[given: string, address: string]>([
	['https://sync.example.com/api/v1', 'https://sync.example.com/api/v1'],
	['https://sync.example.com/api/v1/', 'https://sync.example.com/api/v1'],
	['https://sync.example.com/api/v1//', 'https://sync.example.com/api/v1'],
	[' https://sync.example.com:8443/api/v1\n', 'https://sync.example.com:8443/api/v1'],
	['http://localhost:4300/api/v1', 'http://localhost:4300/api/v1'],
	['http://LOCALHOST:4300/api/v1', 'http://LOCALHOST:4300/api/v1'],
	['http://sync.localhost/api/v1', 'http://sync.localhost/api/v1'],
	['http://127.0.0.1:4300/api/v1/', 'http://127.0.0.1:4300/api/v1'],
	['http://127.8.9.1/api/v1', 'http://127.8.9.1/api/v1'],
	['http://[::1]:4300/api/v1', 'http://[::1]:4300/api/v1'],
])('%j is %s', (given, address) => {
	expect(serviceAddress(given)).toBe(address);
});

test.each<[given: unknown, reason: RegExp]>([
	['', /has no Base URL/],
	['   ', /has no Base URL/],
	[undefined, /has no Base URL/],
	[4300, /has no Base URL/],
	['sync.example.com/api/v1', /isn't a valid address/],
	['https://', /isn't a valid address/],
	['http://sync.example.com/api/v1', /must start with https:\/\//],
	['http://192.168.1.10:4300/api/v1', /must start with https:\/\//],
	['http://127.0.0.1.example.com/api/v1', /must start with https:\/\//],
	['http://localhost.example.com/api/v1', /must start with https:\/\//],
	['http://127.0.0.1@sync.example.com/api/v1', /must start with https:\/\//],
	['http://0.0.0.0:4300/api/v1', /must start with https:\/\//],
	['ftp://127.0.0.1/api/v1', /must start with https:\/\//],
	['localhost:4300/api/v1', /must start with https:\/\//],
	['https://key@sync.example.com/api/v1', /without a user name/],
	['https://sync.example.com/api/v1?key=1', /a question mark/],
	['https://sync.example.com/api/v1#docs', /a hash/],
])('%j is refused', (given, reason) => {
	expect(() => serviceAddress(given)).toThrow(FormError);
	expect(() => serviceAddress(given)).toThrow(reason);
});

test.each([
	'my-api-key',
	'my-api-key:x',
	'http://my-api-key@h/',
	'http://h/?my-api-key',
	'ftp://my-api-key/',
])('the refusal of %j does not repeat what may be a key', (given) => {
	try {
		serviceAddress(given);
	} catch (error) {
		const { message, description } = error as FormError;
		expect(`${message} ${description}`).not.toContain('my-api-key');
		return;
	}
	throw new Error('It was not refused.');
});

test('the refusal of plain http gives the reason', () => {
	let refusal: unknown;
	try {
		serviceAddress('http://sync.example.com/api/v1');
	} catch (error) {
		refusal = error;
	}
	expect((refusal as FormError).description).toMatch(/API key would travel unencrypted/);
});
