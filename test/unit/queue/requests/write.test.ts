import { isPrebuilt } from '../../../../queue/requests/write';

it.each([
	['/connections/c1/queued_requests', false],
	['/connections/c1/invoices', true],
	['/connections/queued_requests/data_ext_mods', true],
])('whether the service builds what is sent to %s: %s', (path, is) => {
	expect(isPrebuilt({ request: { method: 'POST', path } })).toBe(is);
});
