import { jobsOf } from '../../../../../../nodes/AccountingSync/execution/queueing/job';
import { CONNECTION_ID, operationOf, queues } from '../../../../support/request-of';

const GUID = '{0a1b2c3d-0000-4000-8000-123456789abc}';

test('a request in JSON with an ExternalGUID of its own goes out as it is', () => {
	const operation = operationOf('queuedRequest', 'create');
	if (!queues(operation)) throw new Error('Create queues something.');
	const children = [
		{ name: 'CustomerAdd', children: [{ name: 'ExternalGUID', text: GUID, children: [] }] },
	];
	const requestJson = { version: '16.0', request: { name: 'CustomerAddRq', children } };
	const request = {
		method: 'POST' as const,
		path: `/connections/${CONNECTION_ID}/queued_requests`,
		body: { request_json: requestJson },
	};
	const form = { values: { connection: CONNECTION_ID, options: {} }, timezone: 'UTC' };
	const naming = {
		prefix: 'n8n-run-',
		executionMark: '0',
		isTool: false,
		execution: '1',
		round: 1,
	};
	const [job] = jobsOf(operation, [request], form, 0, naming);
	expect(job.externalGuid).toBe(GUID);
	expect(Object.keys(job.request.body ?? {})).toEqual(['request_json']);
});
