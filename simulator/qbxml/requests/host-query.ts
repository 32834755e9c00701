import { statusOf } from '../protocol/status-errors';
import { newestVersion, supportedVersions } from '../protocol/versions';
import { answerRecord } from '../query/output';
import { hostRet } from '../records/company';
import { boolean, group, leaf, text } from '../schema/particles';
import type { RequestType } from '../schema/request-type';

const host = {
	ProductName: 'QuickBooks Enterprise Solutions (simulated)',
	MajorVersion: '34',
	MinorVersion: '0',
	Country: newestVersion.country,
	SupportedQBXMLVersion: [...supportedVersions],
	IsAutomaticLogin: 'false',
	QBFileMode: 'SingleUser',
};

export const hostQuery: RequestType = {
	name: 'HostQueryRq',
	attributes: [],
	content: [
		group('IncludeListMetaData', [leaf('IncludeMaxCapacity', boolean)], { supported: false }),
		leaf('IncludeRetElement', text(50), { repeats: true }),
	],
	answer: (request) => ({
		status: statusOf(0),
		records: [answerRecord(request, 'HostRet', host, hostRet)],
	}),
};
