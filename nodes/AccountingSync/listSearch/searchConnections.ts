import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { path, sendForData } from '../../shared/service/client';
import { inTime } from './inTime';

interface ListedConnection {
	id: string;
	name?: string | null;
	company_file?: string | null;
	last_connected_at?: string | null;
}

/** The last part of a path of either kind: company files lie on Windows machines. */
const fileName = (file: string): string => file.split(/[\\/]/).pop() ?? file;

/** What one recognises a connection by: its name, its company file, or that it has never connected. */
function label({ id, name, company_file: file, last_connected_at: connectedAt }: ListedConnection) {
	const facts = [file ? fileName(file) : undefined, connectedAt ? undefined : 'never connected'];
	const detail = facts.filter((fact) => fact !== undefined).join(', ');
	return `${name || id}${detail ? ` (${detail})` : ''}`;
}

/** The application's connections for the locator (interface, section 4.1), filtered by what was typed. */
export async function searchConnections(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const connections = await inTime(this, (deadline) =>
		sendForData<ListedConnection[]>(this, { method: 'GET', path: path('connections'), deadline }),
	);
	const wanted = filter.trim().toLowerCase();
	const results = connections
		.map((connection) => ({ name: label(connection), value: connection.id }))
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { results };
}
