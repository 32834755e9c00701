import { type Content, isGroup, type Messages } from '../facts/facts';
import { isClearable } from './clearing';
import { mainGroup } from './encodeRequest';
import { elementAt } from './recordFacts';

/** What a request may hold of the record that it is about, such as `InvoiceModRq`. */
export function contentOfRequest(facts: Messages, name: string): Content {
	const message = facts.get(name);
	const record = message && mainGroup(message);
	if (!record) throw new Error(`qbXML has no ${name}.`);
	return record.content;
}

/** What a change of a record of a type may hold. */
export const contentOfMod = (facts: Messages, type: string): Content =>
	contentOfRequest(facts, `${type}ModRq`);

/** Whether a change of a record can clear what is at a path in it, such as `BillAddress` or `InvoiceLineMod.Desc`. */
export function clearable(facts: Messages, type: string, path: string): boolean {
	const content = contentOfMod(facts, type);
	const element = elementAt(content, path);
	const outer = path.split('.').slice(0, -1).join('.');
	const around = outer === '' ? undefined : elementAt(content, outer);
	return (
		element !== undefined &&
		isClearable(element, around && isGroup(around) ? around.content : content)
	);
}
