import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { addressProblem, connectorFile } from '../connector/connector-file';
import { randomPassword } from '../connector/passwords';
import { setPassword } from '../connector/set-password';
import { type Context } from '../http/context';
import { hasLinkExpired } from '../http/onboarding-link';
import { ONBOARDING_PREFIX } from '../http/views';
import { type Connection, connectionWith, updateConnection } from '../store/connections';
import { acceptButtons } from './buttons';
import {
	farewellPage,
	type OnboardingEnd,
	setupPage,
	statusSentence,
	unknownLinkPage,
} from './onboarding-view';
import { sendPage } from './page';

const STATUS_OF_EXPIRED = 410;

/** Sends the customer back to the application. Without a redirect URL, shows a closing page instead. */
function leave(reply: FastifyReply, { redirect_url }: Connection, end: OnboardingEnd) {
	if (redirect_url === null)
		return sendPage(reply.status(end === 'expired' ? STATUS_OF_EXPIRED : 200), farewellPage(end));
	const target = new URL(redirect_url);
	target.searchParams.set('state', end);
	return reply.redirect(target.href, 303);
}

/** A host of a URL can have signs in it that would begin another directive of the policy. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The redirect URL’s origin. The content security policy has to name it so that a form can lead there. */
const leadsTo = ({ redirect_url }: Connection): string[] =>
	redirect_url === null
		? []
		: [new URL(redirect_url).origin].filter((origin) => ORIGIN.test(origin));

/** A step of the setup. `connection` is the one that the link belongs to. */
type Step = (reply: FastifyReply, connection: Connection, request: FastifyRequest) => unknown;

/**
 * The pages behind a connection’s onboarding link (interface, section 4.1, rule 1). The token in the link is all that a
 * customer needs. It opens these pages and nothing else, until the setup is finished or the link has expired.
 */
export function addOnboarding(server: FastifyInstance, context: Context): void {
	const { store, desktops, localOrigin } = context;
	const pathOf = ({ onboarding_token }: Connection): string =>
		`${ONBOARDING_PREFIX}/${onboarding_token}`;

	const showSetup = (
		reply: FastifyReply,
		connection: Connection,
		request: FastifyRequest,
		password?: string,
	) =>
		sendPage(
			reply,
			setupPage(connection, {
				path: pathOf(connection),
				password,
				simulates: desktops !== undefined && connection.last_connected_at === null,
				leadsTo: leadsTo(connection),
				addressProblem: addressProblem(request.serviceOrigin),
			}),
		);

	async function newPassword(connection: Connection): Promise<string> {
		const password = randomPassword();
		await setPassword(store, connection, password);
		return password;
	}

	const steps: Array<['GET' | 'POST', string, Step]> = [
		['GET', '', showSetup],
		[
			'GET',
			'/connector.qwc',
			(reply, connection, request) =>
				reply
					.type('application/xml')
					.header('content-disposition', 'attachment; filename="connector.qwc"')
					.send(connectorFile(connection, request.serviceOrigin)),
		],
		[
			'GET',
			'/status',
			(reply, connection) =>
				reply.send({
					connected: connection.last_connected_at !== null,
					sentence: statusSentence(connection),
				}),
		],
		[
			'POST',
			'/password',
			async (reply, connection, request) => {
				const password = await newPassword(connection);
				desktops?.passwordChanged(connection.id, password);
				return showSetup(reply, { ...connection, password_hash: '' }, request, password);
			},
		],
		[
			'POST',
			'/simulated-desktop',
			async (reply, connection) => {
				if (desktops) {
					await updateConnection(store, connection.id, { type: 'simulated' });
					desktops.start({
						connectionId: connection.id,
						connectorFile: connectorFile(connection, localOrigin()),
						password: await newPassword(connection),
					});
				}
				return reply.redirect(pathOf(connection), 303);
			},
		],
		[
			'POST',
			'/finish',
			async (reply, connection, request) => {
				if (connection.last_connected_at === null) return showSetup(reply, connection, request);
				const onboarding_finished_at = new Date().toISOString();
				await updateConnection(store, connection.id, { onboarding_finished_at });
				return leave(reply, connection, 'connected');
			},
		],
		['POST', '/cancel', (reply, connection) => leave(reply, connection, 'cancelled')],
	];

	server.register(async (scope) => {
		acceptButtons(scope);
		for (const [method, path, take] of steps)
			scope.route({
				method,
				url: `${ONBOARDING_PREFIX}/:token${path}`,
				handler: async (request, reply) => {
					const { token } = request.params as { token: string };
					const connection = await connectionWith(store, 'onboarding_token', token);
					if (!connection) return sendPage(reply.status(404), unknownLinkPage);
					if (connection.onboarding_finished_at !== null)
						return leave(reply, connection, 'connected');
					if (hasLinkExpired(connection, context)) return leave(reply, connection, 'expired');
					return take(reply, connection, request);
				},
			});
	});
}
