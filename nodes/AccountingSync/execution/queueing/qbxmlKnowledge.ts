import type { IExecuteFunctions } from 'n8n-workflow';

import { readConnection } from '../../../../queue/calls/connections';
import { type Form, requiredId } from '../../../../quickbooks/form/form';
import { type Desktop, desktopOf } from '../../../../quickbooks/qbxml/desktop';
import { loadRequestFacts } from '../../../../quickbooks/qbxml/requestFacts';
import { connection } from '../../../shared/fields/connection';
import { serviceOf } from '../../../shared/transport/service';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge } from '../../operations/requestContent';
import { breather } from '../run/breather';

/**
 * What the request of a form is made and checked by. Undefined if it needs nothing.
 * @throws ServiceError if its connection could not be read, and FormError for what is wrong in the form.
 */
type KnowledgeFor = (form: Form) => QbxmlKnowledge | undefined;

/** The connection of a form that needs the facts. Undefined if it needs none, or if the form is wrong. */
function connectionNeeded({ needsQbxml }: QueueingOperation, form: Form): string | undefined {
	try {
		return needsQbxml(form) ? requiredId(form, connection) : undefined;
	} catch {
		// The form is read again when its request is made. The error is the item's then.
		return undefined;
	}
}

/** Loads the facts of qbXML, and reads each connection that a form needs once, before any request is made. */
export async function loadKnowledge(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	forms: ReadonlyMap<number, Form>,
): Promise<KnowledgeFor> {
	const ids = new Set<string>();
	const breathe = breather();
	for (const form of forms.values()) {
		await breathe();
		const id = connectionNeeded(operation, form);
		if (id !== undefined) ids.add(id);
	}
	if (ids.size === 0) return () => undefined;
	const facts = await loadRequestFacts();
	const desktops = new Map<string, Desktop>();
	const failures = new Map<string, unknown>();
	for (const id of ids) {
		try {
			desktops.set(id, desktopOf(await readConnection(serviceOf(context), id)));
		} catch (error) {
			failures.set(id, error);
		}
	}
	const knowledge = { facts, desktops };
	return (form) => {
		if (!operation.needsQbxml(form)) return undefined;
		const id = requiredId(form, connection);
		if (failures.has(id)) throw failures.get(id);
		return knowledge;
	};
}
