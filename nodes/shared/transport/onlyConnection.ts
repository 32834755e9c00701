import type { IDataObject } from 'n8n-workflow';

import { listConnections, type ListedConnection } from '../../../queue/calls/connections';
import type { Service } from '../../../queue/calls/ports';
import { FormError } from '../../../quickbooks/form/formError';
import { readCredential } from './credential';
import { applicationMark } from './registration';
import { type ServiceContext, serviceOf } from './service';

/** How many connections an error names. */
const MOST_NAMED = 10;

const nameOf = ({ id, name }: ListedConnection): string =>
	typeof name === 'string' && name !== '' ? `"${name}"` : id;

function several(connections: readonly ListedConnection[]): FormError {
	const named = connections.slice(0, MOST_NAMED).map(nameOf).join(', ');
	const others = connections.length - MOST_NAMED;
	return new FormError(
		'Choose a Connection: there is more than one.',
		`Connection can be left empty only while there is a single one. There are ${named}${others > 0 ? ` and ${others} more` : ''}. Nothing has been sent.`,
	);
}

/**
 * The ID of the only connection, for a form in which none is chosen.
 * @throws FormError if there is none, or more than one.
 */
export async function onlyConnection(service: Service, deadline?: AbortSignal): Promise<string> {
	const connections = await listConnections(service, deadline);
	const [only] = connections;
	if (connections.length > 1) throw several(connections);
	if (only !== undefined) return only.id;
	throw new FormError(
		'There is no connection yet.',
		'Create one first, under Connection > Create, and set up the company file with it.',
	);
}

/** What a node remembers of the only connections that it has used, by application. */
const KEY = 'accountingSyncOnlyConnection';

type Used = Record<string, string>;

const usedIn = (staticData: IDataObject): Used => (staticData[KEY] ?? {}) as Used;

/** Stands for the application of the credential. Another one has connections of its own. */
async function applicationOf(context: Pick<ServiceContext, 'getCredentials'>): Promise<string> {
	const { baseUrl, apiKey } = await readCredential(context);
	return applicationMark(`${baseUrl} ${apiKey}`);
}

/** The only connection that the node has used before, if it has. */
export const usedConnection = async (
	context: Pick<ServiceContext, 'getCredentials'>,
	staticData: IDataObject,
): Promise<string | undefined> => usedIn(staticData)[await applicationOf(context)];

/**
 * The only connection, if it is the one that the node has used before. A connection may be deleted, and another one made
 * for another company: then somebody has to say that it is meant.
 * @param staticData What n8n keeps for the node. It keeps nothing of what is started by hand.
 * @param isRepeated Whether an earlier execution may have used another one, and left no trace of it.
 * @throws FormError if it is another one, or if there is none, or more than one.
 */
export async function sameOnlyConnection(
	context: ServiceContext,
	staticData: IDataObject,
	{ isRepeated = false }: { isRepeated?: boolean } = {},
): Promise<string> {
	const application = await applicationOf(context);
	const id = await onlyConnection(serviceOf(context));
	const used = usedIn(staticData);
	const { [application]: before } = used;
	if (before === id) return id;
	if (before !== undefined) {
		throw new FormError(
			'Choose a Connection: the only one is not the one that this node has used before.',
			`Until now it was ${before}, now it is ${id}. If that is right, choose it under Connection. Nothing has been sent.`,
		);
	}
	if (isRepeated) {
		throw new FormError(
			'Choose a Connection: it is not known which one the repeated execution has used.',
			'Choose it in the workflow, and retry with the currently saved workflow. Nothing has been sent.',
		);
	}
	staticData[KEY] = { ...used, [application]: id };
	return id;
}
