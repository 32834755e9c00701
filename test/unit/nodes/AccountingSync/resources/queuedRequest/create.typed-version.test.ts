import {
	firstRequests,
	jobsOf,
} from '../../../../../../nodes/AccountingSync/execution/queueing/job';
import { createQueuedRequest } from '../../../../../../nodes/AccountingSync/resources/queuedRequest/create';
import { requestMessages } from '../../../../../../quickbooks/qbxml/requestMessages';
import { CONNECTION_ID } from '../../../../support/request-of';

/** The job of a typed request, for a desktop that understands a version or has not connected yet. */
function jobFor(typedVersion: string, understood: string | undefined, storeName = '') {
	const values = {
		connection: CONNECTION_ID,
		requestFormat: 'typed',
		typedRequest: 'SalesOrderAddRq',
		typedFields: {
			value: {
				'CustomerRef.FullName': 'A',
				'SalesOrderLineAdd|SalesOrderLineGroupAdd': '[{"SalesOrderLineAdd":{"Desc":"B"}}]',
				StoreName: storeName,
			},
		},
		typedVersion,
		options: {},
	};
	const desktops = new Map([[CONNECTION_ID, { version: understood, isForeign: false }]]);
	const form = { values, timezone: 'UTC' };
	const requests = firstRequests(createQueuedRequest, form, { facts: requestMessages, desktops });
	const [job] = jobsOf(createQueuedRequest, requests, form, 0, {
		prefix: 'n8n-run-',
		executionMark: '0123abcd',
		isTool: false,
		execution: '1',
		round: 0,
	});
	return job;
}

const versionOf = (...given: Parameters<typeof jobFor>): string | undefined =>
	/<\?qbxml version="(.*?)"\?>/.exec(
		(jobFor(...given).request.body as { request_xml: string }).request_xml,
	)?.[1];

test("the version is the one asked for, the connection's own, or the lowest usual one that has everything", () => {
	expect(versionOf('12.0', '16.0')).toBe('12.0');
	expect(versionOf('', '14.0')).toBe('14.0');
	expect(versionOf('', undefined)).toBe('13.0');
	expect(versionOf('', undefined, 'Main Street')).toBe('15.0');
	expect(() => versionOf('', '14.0', 'Main Street')).toThrow('Store Name came with qbXML 15.0');
	expect(() => versionOf('16.0', '14.0')).toThrow('understands only 14.0');
});

test('a version that nobody asked for does not tell requests apart: it may change between a run and its Retry', () => {
	expect(jobFor('', undefined).key).toBe(jobFor('', '16.0').key);
});

test('a version that was asked for does, so that a corrected one is not taken for the refused one', () => {
	expect(jobFor('13.0', '16.0').key).not.toBe(jobFor('12.0', '16.0').key);
});
