import { childrenOf } from '../../../xml/read-xml';
import { answerRecord } from '../query/output';
import { answerQuery, counting } from '../query/pages';
import { dataExtDefRet } from '../records/lists';
import { choice, leaf, text } from '../schema/particles';
import type { RequestType } from '../schema/request-type';

/** The definitions of custom fields, by owner or by the kind of record they are assigned to. */
export const dataExtDefQuery: RequestType = {
	name: 'DataExtDefQueryRq',
	attributes: counting,
	content: [
		choice(
			[leaf('OwnerID', text(), { repeats: true })],
			[leaf('AssignToObject', text(), { repeats: true })],
		),
		leaf('IncludeRetElement', text(50), { repeats: true }),
	],
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
				records: found.map((definition) =>
					answerRecord(request, 'DataExtDefRet', definition, dataExtDefRet),
				),
			};
		}),
};
