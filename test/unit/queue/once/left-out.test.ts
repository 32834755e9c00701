import { leftOut } from '../../../../queue/once/leftOut';
import type { Outcome } from '../../../../queue/reader/outcomes';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';

const VENDOR = '<VendorRet><ListID>1-1</ListID></VendorRet>';

/** A query of vendors that asks for so many at most, and has so many in its answer. */
const queried = (most: number | undefined, found: number, attributes = ''): QueuedRecord => ({
	id: 'a',
	state: 'response_received',
	request_json: {
		request: {
			name: 'VendorQueryRq',
			children: [
				{ name: 'ActiveStatus', text: '0' },
				...(most === undefined ? [] : [{ name: 'MaxReturned', text: String(most) }]),
			],
		},
	},
	response_xml: `<QBXML><QBXMLMsgsRs><VendorQueryRs statusCode="0"${attributes}>${VENDOR.repeat(found)}</VendorQueryRs></QBXMLMsgsRs></QBXML>`,
});
const answered = (...pages: QueuedRecord[]): Outcome => ({ pages });

it('is something where more was found than was wanted, however many were asked for', () => {
	expect(leftOut(3, 2, [])).toEqual({ limit: 2 });
	expect(leftOut(3, 2, [answered(queried(3, 3))])).toEqual({ limit: 2 });
	expect(leftOut(2, 2, [])).toBeUndefined();
});

it.each<[what: string, page: QueuedRecord, most: number | undefined]>([
	['has as many as it asks for', queried(2, 2), 2],
	['has more than it asks for', queried(2, 3), 2],
	['has fewer', queried(2, 1), undefined],
	['asks for all', queried(undefined, 2), undefined],
	[
		'is a page of several',
		queried(2, 2, ' iteratorRemainingCount="0" iteratorID="{1}"'),
		undefined,
	],
	['can’t be read', { ...queried(2, 2), response_xml: '<html/>' }, undefined],
	['does not show what it asks', { ...queried(2, 2), request_json: undefined }, undefined],
	[
		'is one of several',
		{
			...queried(2, 2),
			request_json: undefined,
			request_xml: '<QBXML><QBXMLMsgsRq><VendorQueryRq/><VendorQueryRq/></QBXMLMsgsRq></QBXML>',
		},
		undefined,
	],
])('may be something where a request %s', (_what, page, most) => {
	expect(leftOut(2, Infinity, [answered(page)])).toEqual(
		most === undefined ? undefined : { limit: Infinity, most },
	);
});

it('may be something where one request of several has as many as it asks for', () => {
	const failed: Outcome = { failed: queried(2, 2) };
	expect(leftOut(0, 9, [undefined, failed])).toBeUndefined();
	const [few, full] = [queried(7, 1), queried(5, 5)];
	expect(leftOut(6, 9, [undefined, failed, answered(few, full)])).toEqual({ limit: 9, most: 5 });
});
