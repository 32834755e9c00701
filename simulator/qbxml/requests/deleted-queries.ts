import { childOf, childrenOf, textOf } from '../../../xml/read-xml';
import { knownTime, parseDateTime } from '../../company/dates';
import type { Company } from '../../company/types';
import { StatusError } from '../protocol/status-errors';
import { answerRecord, outputElements } from '../query/output';
import { answerQuery } from '../query/pages';
import type { RequestType } from '../schema/request-type';
import { whole } from '../schema/support';

/** How long a company file remembers what has been deleted. */
const REMEMBERED = 90 * 86_400_000;

interface DeletedQuery {
	name: string;
	/** The element with the kinds of records. */
	type: string;
	id: string;
	label: string;
	element: string;
	deleted: (company: Company) => Company['deletedRecords'];
}

const deletedQuery = ({ name, type, id, label, element, deleted }: DeletedQuery): RequestType => ({
	name,
	support: { ...whole(type, 'DeletedDateRangeFilter'), ...outputElements },
	answer: (request, company, session) =>
		answerQuery(request, session, () => {
			const types = childrenOf(request, type).map(({ text }) => text);
			const filter = childOf(request, 'DeletedDateRangeFilter');
			const { timeZone } = company;
			const from =
				parseDateTime((filter && textOf(filter, 'FromDeletedDate')) ?? '', { timeZone }) ?? 0;
			const to =
				parseDateTime((filter && textOf(filter, 'ToDeletedDate')) ?? '', {
					endOfDay: true,
					timeZone,
				}) ?? Infinity;
			if (from > to) throw new StatusError(3030);
			const earliest = company.now().getTime() - REMEMBERED;
			const found = deleted(company).filter((record) => {
				const time = knownTime(record.TimeDeleted, timeZone);
				return types.includes(record.type) && time >= earliest && time >= from && time <= to;
			});
			// One kind after the other, as the request names them; within a kind in the order in which they were deleted.
			const inOrder = types.flatMap((each) => found.filter((record) => record.type === each));
			return {
				records: inOrder.map((record) =>
					answerRecord(request, element, {
						[type]: record.type,
						[id]: record.id,
						TimeCreated: record.TimeCreated,
						TimeDeleted: record.TimeDeleted,
						[label]: record.label,
					}),
				),
			};
		}),
});

/** What has been deleted in the last 90 days, by the kinds that the request names. */
export const deletedQueries: RequestType[] = [
	deletedQuery({
		name: 'TxnDeletedQueryRq',
		type: 'TxnDelType',
		id: 'TxnID',
		label: 'RefNumber',
		element: 'TxnDeletedRet',
		deleted: ({ deletedTransactions }) => deletedTransactions,
	}),
	deletedQuery({
		name: 'ListDeletedQueryRq',
		type: 'ListDelType',
		id: 'ListID',
		label: 'FullName',
		element: 'ListDeletedRet',
		deleted: ({ deletedRecords }) => deletedRecords,
	}),
];
