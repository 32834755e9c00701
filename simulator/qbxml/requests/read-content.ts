import {
	type Content,
	type Group,
	isGroup,
	isReference,
	type Leaf,
	type ValueType,
} from '../../../quickbooks/facts/facts';
import type { XmlElement } from '../../../xml/read-xml';
import { decimal, formatAmount, formatPrice, formatQuantity } from '../../company/amounts';
import type { Company } from '../../company/types';
import type { RecordContent, RecordValue } from '../../company/value-types';
import { modelOf } from '../schema/content-model';
import { requestFacts } from '../schema/facts';
import { allBut, type Elements } from '../schema/support';
import { findReferenced, isKnownReference, type Place } from './references';

/** How a value of a request is kept, where that is not as it is written. */
const keptAs: Partial<Record<ValueType, (text: string) => string>> = {
	boolean: (text) => String(text === 'true' || text === '1'),
	amount: (text) => formatAmount(decimal(text)),
	price: (text) => formatPrice(decimal(text)),
	percent: (text) => formatPrice(decimal(text)),
	quantity: (text) => formatQuantity(decimal(text)),
	float: (text) => formatQuantity(decimal(text)),
	integer: (text) => String(Number(text)),
};

const valueOf = ({ type }: Leaf, text: string): string =>
	text === '' ? '' : (keptAs[type]?.(text) ?? text);

/** The elements of a request in which a company file has nothing, and which are refused. */
const unsupported: ReadonlySet<string> = new Set([
	'ApplyCheckToTxnMod',
	'ContactsMod',
	'CreditCardInfo',
	'CreditCardTxnInfo',
	'CreditCardTxnInfoMod',
	'EmployeePayrollInfo',
	'ExpirationDateForSerialLotNumber',
	'InventorySiteLocationRef',
	'InventorySiteRef',
	'IsHomeCurrencyAdjustment',
	'LotNumber',
	'LotNumberAdjustment',
	'OptionForPriceRuleConflict',
	'Override',
	'OverrideUOMSetRef',
	'SerialNumber',
	'SerialNumberAdjustment',
	'SOChannel',
	'StoreName',
	'StoreType',
	'TaxLineID',
]);

const isUnsupported = (name: string, isRef: boolean): boolean =>
	unsupported.has(name) || (isRef && !isKnownReference(name));

/** The group of a request that has what is written: CustomerAdd in CustomerAddRq. */
export function writtenGroup(request: string): Group {
	const facts = requestFacts.get(request);
	const name = request.replace(/Rq$/, '');
	const group = facts && modelOf(facts.content).places.get(name);
	if (!group || !isGroup(group)) throw new Error(`${request} writes nothing.`);
	return group;
}

/**
 * What can be carried out of a request that writes.
 * @param refused further elements that can't
 */
export function writtenSupport(request: string, refused: readonly string[] = []): Elements {
	const { name, content } = writtenGroup(request);
	const isRefused = (element: string, isRef: boolean): boolean =>
		refused.includes(element) || isUnsupported(element, isRef);
	return { [name]: allBut(content, isRefused) };
}

/** Who reads: the company file with what references name, and what the request is about. */
export interface Reader {
	company: Company;
	place: Place;
	/** Elements that are read in another way. */
	leavesOut?: (name: string) => boolean;
}

function valueIn(child: XmlElement, place: Leaf | Group, reader: Reader): RecordValue {
	if (!isGroup(place)) return valueOf(place, child.text);
	if (isReference(place.content)) return findReferenced(child, reader.company, reader.place) ?? '';
	return child.children.length === 0 ? '' : readContent(child, place.content, reader);
}

/**
 * Reads the elements of a request into a record, with references resolved and values as a company file keeps them. An element
 * without a value is an empty text.
 * @throws StatusError when it refers to a record that the company file does not have
 */
export function readContent(element: XmlElement, content: Content, reader: Reader): RecordContent {
	const { places } = modelOf(content);
	const read: RecordContent = {};
	for (const child of element.children) {
		const place = places.get(child.name);
		if (place === undefined || reader.leavesOut?.(child.name)) continue;
		const value = valueIn(child, place, reader);
		if (place.repeats) ((read[child.name] ??= []) as RecordValue[]).push(value);
		else read[child.name] = value;
	}
	return read;
}
