import { childrenOf } from '../../../xml/read-xml';
import { answerRecord, outputElements } from '../query/output';
import { answerQuery } from '../query/pages';
import type { RequestType } from '../schema/request-type';
import { whole } from '../schema/support';

/** The definitions of custom fields, by owner or by the kind of record they are assigned to. */
export const dataExtDefQuery: RequestType = {
	name: 'DataExtDefQueryRq',
	support: { ...whole('AssignToObject'), ...outputElements },
	answer: (request, { dataExtensionDefinitions }, session) =>
		answerQuery(request, session, () => {
			const wanted = (element: string): string[] =>
				childrenOf(request, element).map(({ text: value }) => value);
			const owners = wanted('OwnerID');
			const objects = wanted('AssignToObject');
			const found = dataExtensionDefinitions.filter(
				({ OwnerID, AssignToObject }) =>
					(owners.length === 0 || owners.includes(OwnerID)) &&
					(objects.length === 0 || AssignToObject.some((object) => objects.includes(object))),
			);
			return {
				records: found.map((definition) => answerRecord(request, 'DataExtDefRet', definition)),
			};
		}),
};
