import { contentOfQueries, wordsAt } from '../qbxml/queryFacts';
import { qbxmlOf } from '../queries/query';
import type { RecordKind } from './record';

const content = contentOfQueries('DataExtModRq');

const owners: readonly string[] = ['ListDataExtType', 'TxnDataExtType'].flatMap((name) =>
	wordsAt(content, `DataExtMod.${name}`),
);

/** Whether records of a kind can have custom fields. */
export const hasCustomFields = ({ query }: Pick<RecordKind, 'query'>): boolean =>
	owners.includes(qbxmlOf(query).replace(/Query$/, ''));
