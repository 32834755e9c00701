import { statusOf } from '../protocol/status-errors';
import { supportedVersions } from '../protocol/versions';
import { answerRecord, outputElements } from '../query/output';
import type { RequestType } from '../schema/request-type';

const host = {
	ProductName: 'QuickBooks Enterprise Solutions (simulated)',
	MajorVersion: '34',
	MinorVersion: '0',
	SupportedQBXMLVersion: [...supportedVersions],
	IsAutomaticLogin: 'false',
};

export const hostQuery: RequestType = {
	name: 'HostQueryRq',
	support: outputElements,
	answer: (request, { country, isMultiUser }) => ({
		status: statusOf(0),
		records: [
			answerRecord(request, 'HostRet', {
				...host,
				Country: country,
				QBFileMode: isMultiUser ? 'MultiUser' : 'SingleUser',
			}),
		],
	}),
};
