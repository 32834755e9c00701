import { randomUUID } from 'node:crypto';

import { connectorFile } from '../connector/connector-file';
import { hashPassword, randomPassword } from '../connector/passwords';
import { setPassword } from '../connector/set-password';
import { removeConnection } from '../queue/remove';
import { connectionsOf, insertConnection, newOnboardingToken } from '../store/connections';
import { connectionOf, type Context } from './context';
import { ensureRoomForConnection } from './room';
import type { Handlers } from './routes';
import { connectionView, createdConnectionView, listedConnectionView } from './views';

/** The operations on connections (interface, section 4.1). */
export function connectionHandlers(context: Context): Handlers {
	const { store, desktops, simulatesAtOnce, deliver, localOrigin } = context;
	return {
		async listConnections(request) {
			const connections = await connectionsOf(store, request.applicationId);
			return {
				data: connections.map((each) => listedConnectionView(each, request.serviceOrigin)),
			};
		},

		async createConnection(request) {
			const { name = '', redirect_url = null } = request.body as {
				name?: string;
				redirect_url?: string;
			};
			await ensureRoomForConnection(context, request);
			const now = new Date().toISOString();
			const password = simulatesAtOnce ? randomPassword() : null;
			const connection = await insertConnection(store, {
				id: randomUUID(),
				app_id: request.applicationId,
				username: randomUUID(),
				name: name.trim(),
				redirect_url,
				type: simulatesAtOnce ? 'simulated' : 'standard',
				password_hash:
					password === null ? null : await hashPassword(password, request.applicationId),
				onboarding_token: newOnboardingToken(),
				inserted_at: now,
				updated_at: now,
			});
			if (desktops && password !== null)
				desktops.start({
					connectionId: connection.id,
					connectorFile: connectorFile(connection, localOrigin()),
					password,
				});
			return { data: createdConnectionView(connection, request.serviceOrigin) };
		},

		async getConnection(request) {
			return { data: connectionView(await connectionOf(context, request)) };
		},

		async deleteConnection(request) {
			const { id } = await connectionOf(context, request);
			desktops?.stop(id);
			await removeConnection(store, id);
			deliver();
		},

		async setPassword(request) {
			const connection = await connectionOf(context, request);
			const { id } = connection;
			const { password = randomPassword() } = request.body as { password?: string };
			await setPassword(store, connection, password);
			desktops?.passwordChanged(id, password);
			return { data: { id, password } };
		},

		async getConnectorFile(request) {
			return { qwc: connectorFile(await connectionOf(context, request), request.serviceOrigin) };
		},
	};
}
