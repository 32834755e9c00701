import { statusOf } from '../protocol/status-errors';
import { newestVersion, supportedVersions } from '../protocol/versions';
import { answerRecord, outputElements } from '../query/output';
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
	support: outputElements,
	answer: (request) => ({
		status: statusOf(0),
		records: [answerRecord(request, 'HostRet', host)],
	}),
};
