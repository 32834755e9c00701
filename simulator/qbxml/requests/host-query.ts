import { statusOf } from '../errors';
import { answerRecord } from '../query/output';
import { HOST_RET } from '../records/company';
import type { RequestType } from '../request-type';
import { BOOLEAN, group, leaf, text } from '../schema/particles';
import { NEWEST_VERSION, SUPPORTED_VERSIONS } from '../versions';

const HOST = {
	ProductName: 'QuickBooks Enterprise Solutions (simulated)',
	MajorVersion: '34',
	MinorVersion: '0',
	Country: NEWEST_VERSION.country,
	SupportedQBXMLVersion: [...SUPPORTED_VERSIONS],
	IsAutomaticLogin: 'false',
	QBFileMode: 'SingleUser',
};

export const hostQuery: RequestType = {
	name: 'HostQueryRq',
	attributes: [],
	content: [
		group('IncludeListMetaData', [leaf('IncludeMaxCapacity', BOOLEAN)], { supported: false }),
		leaf('IncludeRetElement', text(50), { repeats: true }),
	],
	answer: (request) => ({
		status: statusOf(0),
		records: [answerRecord(request, 'HostRet', HOST, HOST_RET)],
	}),
};
