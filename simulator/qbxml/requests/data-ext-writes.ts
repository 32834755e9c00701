import { childOf, childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { set } from '../../company/changes';
import { formatDateTime } from '../../company/dates';
import { follows, refusedBy } from '../../company/follow';
import { touch } from '../../company/identifiers';
import type { Company, ListRecord } from '../../company/types';
import type { DataExtension, DataExtensionDefinition } from '../../company/value-types';
import { StatusError, statusOf, unparseable } from '../protocol/status-errors';
import { fullNameOf } from '../query/criteria';
import { answerRecord } from '../query/output';
import type { RequestType } from '../schema/request-type';
import { whole } from '../schema/support';
import { recordsOfType, transactionsOfType } from './data-ext-types';
import { requireUnlocked } from './guards';

/** What has the custom fields, and the record that counts as modified when one changes. */
interface Target {
	holder: Holder;
	record: { TimeModified: string; EditSequence: string } & ({ ListID: string } | { TxnID: string });
}

/** In characters. Other types have other forms, which are not checked here. */
const longestValues: Readonly<Record<string, number>> = { STR255TYPE: 255, STR1024TYPE: 1024 };

interface Holder {
	DataExtRet?: DataExtension[];
}

const isOf = (definition: DataExtensionDefinition, extension: DataExtension): boolean =>
	extension.OwnerID === definition.OwnerID && extension.DataExtName === definition.DataExtName;

/** The custom fields of a holder with another value for one of them, or with none. */
function withValue(
	definition: DataExtensionDefinition,
	extensions: DataExtension[],
	changed: DataExtension | undefined,
): DataExtension[] | undefined {
	const others = extensions.filter((extension) => !isOf(definition, extension));
	const all = changed === undefined ? others : [...others, changed];
	return all.length > 0 ? all : undefined;
}

function findListRecord(mod: XmlElement, type: string, company: Company): Target {
	const object = childOf(mod, 'ListObjRef');
	const listId = object && textOf(object, 'ListID');
	const wanted = listId ?? (object && textOf(object, 'FullName'));
	if (wanted === undefined) throw new StatusError(3150, 'ListObjRef');
	const nameOf = listId === undefined ? fullNameOf : ({ ListID }: ListRecord) => ListID;
	const found = recordsOfType(company, type)?.find(
		(record) => nameOf(record).toLowerCase() === wanted.toLowerCase(),
	);
	if (found === undefined) throw new StatusError(3120, wanted);
	return { holder: found, record: found };
}

/** The transaction or the line that the request names. Changing a line changes its transaction. */
function findTransaction(mod: XmlElement, type: string, company: Company): Target {
	const txnId = textOf(mod, 'TxnID');
	if (txnId === undefined) throw new StatusError(3150, 'TxnID');
	const found = transactionsOfType(company, type)?.find(
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

/** What a request does with a custom field. */
type Act = 'add' | 'change' | 'delete';

function requireFit(act: Act, definition: DataExtensionDefinition, before: DataExtension[]): void {
	const exists = before.some((extension) => isOf(definition, extension));
	const field = `data extension named "${definition.DataExtName}"`;
	if (act === 'add' && exists) throw new StatusError(3180, field, 'It has a value already.');
	if (act === 'delete' && !exists) throw new StatusError(3120, definition.DataExtName);
}

function requireValue(
	company: Company,
	act: Act,
	{ name, value }: { name: string; value: string },
) {
	const rule = 'custom-field-emptied-by-a-change';
	if (act !== 'change' || value !== '' || !follows(company, rule)) return;
	throw refusedBy(rule, `data extension named "${name}"`);
}

function write(written: XmlElement, company: Company, act: Act): DataExtension {
	const DataExtValue = textOf(written, 'DataExtValue') ?? '';
	const listType = textOf(written, 'ListDataExtType');
	const otherType = textOf(written, 'OtherDataExtType');
	const type = listType ?? textOf(written, 'TxnDataExtType') ?? otherType;
	if (type === undefined) throw unparseable();
	const definition = definitionFor(written, type, company);
	const { OwnerID, DataExtName, DataExtType } = definition;
	requireValue(company, act, { name: DataExtName, value: DataExtValue });
	if ([...DataExtValue].length > longestValues[DataExtType]) {
		throw new StatusError(3070, DataExtValue, 'DataExtValue');
	}
	const value = { OwnerID, DataExtName, DataExtType, DataExtValue };
	const changed = act === 'delete' || DataExtValue === '' ? undefined : value;
	if (type === otherType) {
		requireFit(act, definition, company.dataExtensions);
		const all = withValue(definition, company.dataExtensions, changed);
		set(company, { dataExtensions: all ?? [] });
		return value;
	}
	const find = type === listType ? findListRecord : findTransaction;
	const { holder, record } = find(written, type, company);
	requireUnlocked(company, 'ListID' in record ? record.ListID : record.TxnID, 'custom field');
	requireFit(act, definition, holder.DataExtRet ?? []);
	set(holder, { DataExtRet: withValue(definition, holder.DataExtRet ?? [], changed) });
	touch(record, company.now());
	return value;
}

const writing = (name: 'DataExtAdd' | 'DataExtMod', act: Act): RequestType => ({
	name: `${name}Rq`,
	support: whole(name),
	answer: (request, company) => {
		const [element] = childrenOf(request, name);
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'DataExtRet', write(element, company, act))],
		};
	},
});

/** Takes a custom field's value away. */
const dataExtDel: RequestType = {
	name: 'DataExtDelRq',
	support: whole('DataExtDel'),
	answer: (request, company) => {
		const [element] = childrenOf(request, 'DataExtDel');
		const { OwnerID, DataExtName } = write(element, company, 'delete');
		const object = childOf(element, 'ListObjRef');
		const texts = element.children.filter(({ children }) => children.length === 0);
		const content = {
			...Object.fromEntries(texts.map(({ name, text }) => [name, text])),
			...(object && {
				ListObjRef: Object.fromEntries(object.children.map(({ name, text }) => [name, text])),
			}),
			OwnerID,
			DataExtName,
			TimeDeleted: formatDateTime(company.now()),
		};
		return { status: statusOf(0), records: [answerRecord(request, 'DataExtDelRet', content)] };
	},
};

/** Sets, changes and takes away a custom field of a list record, a transaction, one of its lines, or the company. */
export const dataExtWrites = [
	writing('DataExtAdd', 'add'),
	writing('DataExtMod', 'change'),
	dataExtDel,
];
