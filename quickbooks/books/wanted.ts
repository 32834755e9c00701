import type { Messages } from '../facts/facts';
import { elementAt } from '../qbxml/recordFacts';
import type { RequestElement } from '../qbxml/requestXml';
import { sumOf, totalElements } from '../qbxml/totals';

/** What a request was to do to a record, as its own words say. */
export interface Wanted {
	action: 'add' | 'change' | 'void' | 'delete';
	/** The type of the record in qbXML, such as `Invoice`. */
	type: string;
	kind: 'list' | 'transaction';
	/** What was to be written. Of a removal, the request itself. */
	values: RequestElement;
	/** The ID of the record that was to be changed or removed. */
	id?: string;
}

export const textOf = ({ children }: RequestElement, name: string): string | undefined =>
	children.find((child) => child.name === name)?.text.trim();

/** The name of the element with a record's ID. */
export const idElementOf = ({ kind }: Pick<Wanted, 'kind'>): 'ListID' | 'TxnID' =>
	kind === 'list' ? 'ListID' : 'TxnID';

function kindOf(facts: Messages, type: string): Wanted['kind'] | undefined {
	const { content = [] } = facts.get(`${type}QueryRq`) ?? {};
	if (elementAt(content, 'TxnID')) return 'transaction';
	return elementAt(content, 'ListID') ? 'list' : undefined;
}

const removals: Readonly<Record<string, Pick<Wanted, 'action' | 'kind'>>> = {
	TxnVoid: { action: 'void', kind: 'transaction' },
	TxnDel: { action: 'delete', kind: 'transaction' },
	ListDel: { action: 'delete', kind: 'list' },
};

/** What a request was to do. Undefined if it is none that adds, changes or removes one record that can be queried. */
export function wantedOf(facts: Messages, request: RequestElement): Wanted | undefined {
	const name = request.name.replace(/Rq$/, '');
	const removal = removals[name];
	if (removal) {
		const type = textOf(request, `${name}Type`) ?? '';
		const id = textOf(request, idElementOf(removal));
		return kindOf(facts, type) && id ? { ...removal, type, values: request, id } : undefined;
	}
	const [, type, verb] = /^(\w+)(Add|Mod)$/.exec(name) ?? [];
	const kind = type === undefined ? undefined : kindOf(facts, type);
	const values = request.children.find((child) => child.name === name);
	if (type === undefined || !kind || !values) return undefined;
	if (verb === 'Add') return { action: 'add', type, kind, values };
	const id = textOf(values, idElementOf({ kind }));
	return id === undefined ? undefined : { action: 'change', type, kind, values, id };
}

/** Whom or what a transaction is with: each type has one of these, or several. */
export const partners = [
	...(['CustomerRef', 'VendorRef', 'PayeeEntityRef', 'EntityRef'] as const),
	...(['TransferFromAccountRef', 'VehicleRef'] as const),
] as const;

/** The total that a request gives itself, or the sum of its lines if each has an amount. Undefined if neither can be told. */
export function totalWanted({ children }: RequestElement): string | undefined {
	const given = children.find(({ name }) => totalElements.includes(name));
	if (given) return given.text;
	const lines = children.filter(({ name }) => /Line(Group)?Add$/.test(name));
	return sumOf(lines.map((line) => textOf(line, 'Amount')));
}
