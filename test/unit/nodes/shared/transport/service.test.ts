import type { IExecuteFunctions } from 'n8n-workflow';

import { serviceOf } from '../../../../../nodes/shared/transport/service';

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** What calls need of n8n, for a service that does this and answers at once. */
const contextFor = (baseUrl: string, called: () => void) =>
	({
		getCredentials: async () => ({ baseUrl, apiKey: 'key' }),
		getExecutionCancelSignal: () => undefined,
		helpers: {
			async httpRequestWithAuthentication() {
				called();
				return { statusCode: 200, headers: {}, body: {} };
			},
		},
	}) as unknown as IExecuteFunctions;

it('makes more calls at once while they are answered fast, also when the clock was set back during one', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
	const service = serviceOf(
		contextFor('https://set-back.example/api/v1', () => clock.mockRestore()),
	);
	let places = 0;
	for (let asked = 0; asked < 20; asked++) void service.enter?.().then(() => places++);
	await settle();
	expect(places).toBe(10);
	for (const now of [11, 12]) {
		await service.send({ method: 'GET', path: '/connections' });
		await settle();
		expect(places).toBe(now);
	}
});
