import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listConnections, type ListedConnection } from '../../../queue/calls/connections';
import { serviceOf } from '../transport/service';
import { withDeadline } from './withDeadline';

/** The last part of a Windows or Unix path. Company files are on Windows machines. */
const fileName = (file: string): string => file.split(/[\\/]/).pop() ?? file;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** How a user recognises a connection: its name, its company file, or that it has never connected. */
function label({ id, name, company_file: file, last_connected_at: connectedAt }: ListedConnection) {
	const facts = [
		isText(file) ? fileName(file) : undefined,
		// If the service does not say, that does not mean "never".
		connectedAt === null ? 'never connected' : undefined,
	];
	const detail = facts.filter((fact) => fact !== undefined).join(', ');
	return `${isText(name) ? name : id}${detail ? ` (${detail})` : ''}`;
}

/** The application's connections for the locator (interface, section 4.1), filtered by what was typed. */
export async function searchConnections(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const connections = await withDeadline(
		this,
		async (deadline) => await listConnections(serviceOf(this), deadline),
	);
	const wanted = filter.trim().toLowerCase();
	const results = connections
		.map((connection) => ({ name: label(connection), value: connection.id }))
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { results };
}
