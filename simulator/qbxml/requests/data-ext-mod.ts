import { childOf, childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { touch } from '../../company/identifiers';
import type { Company, ListRecord } from '../../company/types';
import type { DataExtension, DataExtensionDefinition } from '../../company/value-types';
import { StatusError, statusOf, unparseable } from '../protocol/status-errors';
import { fullNameOf } from '../query/criteria';
import { answerRecord } from '../query/output';
import type { RequestType } from '../schema/request-type';
import { whole } from '../schema/support';
import { listTypes, transactionTypes } from './data-ext-types';

/** What has the custom fields, and the record that counts as modified when one changes. */
interface Target {
	holder: { DataExtRet?: DataExtension[] };
	record: { TimeModified: string; EditSequence: string };
}

/** In characters. Other types have other forms, which are not checked here. */
const longestValues: Readonly<Record<string, number>> = { STR255TYPE: 255, STR1024TYPE: 1024 };

function setValue(
	definition: DataExtensionDefinition,
	extensions: DataExtension[],
	DataExtValue: string,
): { changed: DataExtension; all: DataExtension[] } {
	const { OwnerID, DataExtName, DataExtType } = definition;
	const changed = { OwnerID, DataExtName, DataExtType, DataExtValue };
	const others = extensions.filter(
		(extension) => extension.OwnerID !== OwnerID || extension.DataExtName !== DataExtName,
	);
	return { changed, all: [...others, changed] };
}

function findListRecord(mod: XmlElement, type: string, company: Company): Target {
	const object = childOf(mod, 'ListObjRef');
	const listId = object && textOf(object, 'ListID');
	const wanted = listId ?? (object && textOf(object, 'FullName'));
	if (wanted === undefined) throw new StatusError(3150, 'ListObjRef');
	const nameOf = listId === undefined ? fullNameOf : ({ ListID }: ListRecord) => ListID;
	const found = listTypes[type]?.(company).find(
		(record) => nameOf(record).toLowerCase() === wanted.toLowerCase(),
	);
	if (found === undefined) throw new StatusError(3120, wanted);
	return { holder: found, record: found };
}

/** The transaction or the line that the request names. Changing a line changes its transaction. */
function findTransaction(mod: XmlElement, type: string, company: Company): Target {
	const txnId = textOf(mod, 'TxnID');
	if (txnId === undefined) throw new StatusError(3150, 'TxnID');
	const found = transactionTypes[type]?.(company).find(
		({ transaction }) => transaction.TxnID.toLowerCase() === txnId.toLowerCase(),
	);
	if (found === undefined) throw new StatusError(3120, txnId);
	const lineId = textOf(mod, 'TxnLineID');
	if (lineId === undefined) return { holder: found.transaction, record: found.transaction };
	const line = found.lines.find(({ TxnLineID }) => TxnLineID === lineId);
	if (line === undefined) throw new StatusError(3120, lineId);
	return { holder: line, record: found.transaction };
}

function definitionFor(mod: XmlElement, type: string, company: Company): DataExtensionDefinition {
	const owner = textOf(mod, 'OwnerID') ?? '';
	const name = textOf(mod, 'DataExtName') ?? '';
	const definition = company.dataExtensionDefinitions.find(
		({ OwnerID, DataExtName, AssignToObject }) =>
			OwnerID.toLowerCase() === owner.toLowerCase() &&
			DataExtName.toLowerCase() === name.toLowerCase() &&
			AssignToObject.includes(type),
	);
	if (definition === undefined) {
		const field = `data extension named "${name}"`;
		throw new StatusError(3180, field, `There is no such custom field for ${type}.`);
	}
	return definition;
}

function write(mod: XmlElement, company: Company): DataExtension {
	const value = textOf(mod, 'DataExtValue') ?? '';
	const listType = textOf(mod, 'ListDataExtType');
	const transactionType = textOf(mod, 'TxnDataExtType');
	const otherType = textOf(mod, 'OtherDataExtType');
	const type = listType ?? transactionType ?? otherType;
	if (type === undefined) throw unparseable();
	const definition = definitionFor(mod, type, company);
	if ([...value].length > longestValues[definition.DataExtType]) {
		throw new StatusError(3070, value, 'DataExtValue');
	}
	if (type === otherType) {
		const { changed, all } = setValue(definition, company.dataExtensions, value);
		company.dataExtensions = all;
		return changed;
	}
	const find = type === listType ? findListRecord : findTransaction;
	const { holder, record } = find(mod, type, company);
	const { changed, all } = setValue(definition, holder.DataExtRet ?? [], value);
	holder.DataExtRet = all;
	touch(record, company.now());
	return changed;
}

/** Sets a custom field of a list record, a transaction, one of its lines, or the company. */
export const dataExtMod: RequestType = {
	name: 'DataExtModRq',
	support: whole('DataExtMod'),
	answer: (request, company) => {
		const [mod] = childrenOf(request, 'DataExtMod');
		const changed = write(mod, company);
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'DataExtRet', changed)],
		};
	},
};
