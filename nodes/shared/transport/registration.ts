import type { IDataObject } from 'n8n-workflow';

import { hashOfText } from '../../../queue/calls/shortHash';

/** An active trigger that takes completed requests, as the other nodes of its workflow see it. */
interface TriggerRegistration {
	nodeId: string;
	/** The production URL, without the secret that it may carry. */
	url: string;
	/** Whether the URL needs the secret (`urlToken`) added. */
	needsToken: boolean;
	/** Shows whether two nodes use the same application, without revealing its key. */
	application: string;
}

const KEY = 'accountingSyncTriggers';

type Registrations = Record<string, TriggerRegistration>;

/** A short mark of an API key. */
export const applicationMark = (apiKey: string): string => hashOfText(16, `application ${apiKey}`);

/** The workflow's active triggers by node name, from its global static data. */
export const registrations = (staticData: IDataObject): Registrations =>
	(staticData[KEY] ?? {}) as Registrations;

/** Makes a trigger known to the other nodes of its workflow. */
export function register(
	staticData: IDataObject,
	nodeName: string,
	registration: TriggerRegistration,
): void {
	staticData[KEY] = { ...registrations(staticData), [nodeName]: { ...registration } };
}

/** Undoes `register`. */
export function unregister(staticData: IDataObject, nodeName: string): void {
	const others = { ...registrations(staticData) };
	delete others[nodeName];
	staticData[KEY] = others;
}
