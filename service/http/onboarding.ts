import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { connectorFile } from '../connector/connector-file';
import { connectionWith, type Connection } from '../store/connections';
import { originOf, type Context } from './context';
import { connectionNotFound } from './errors';
import { sendPage } from './pages';
import { ONBOARDING_PREFIX } from './views';

const LIFETIME_MILLISECONDS = 48 * 60 * 60 * 1000;

/** How onboarding ended, as the redirect URL's `state` says it (section 4.1, rule 1). */
type OnboardingEnd = 'connected' | 'cancelled' | 'expired';

const farewells: Record<OnboardingEnd, { status: number; title: string; sentence: string }> = {
	connected: { status: 200, title: 'Connected', sentence: 'The setup is finished.' },
	cancelled: { status: 200, title: 'Cancelled', sentence: 'The setup was cancelled.' },
	expired: { status: 410, title: 'Expired', sentence: 'This onboarding link has expired.' },
};

const isExpired = ({ inserted_at }: Connection): boolean =>
	Date.parse(inserted_at) + LIFETIME_MILLISECONDS < Date.now();

/** Sends the customer back to the application; a connection without a redirect URL gets a page instead. */
function leave(reply: FastifyReply, { redirect_url }: Connection, end: OnboardingEnd) {
	if (redirect_url === null) {
		const { status, title, sentence } = farewells[end];
		return sendPage(reply.status(status), { title, sentences: [sentence] });
	}
	const target = new URL(redirect_url);
	target.searchParams.set('state', end);
	return reply.redirect(target.href, 303);
}

const NOT_CONNECTED = 'The connector has not connected yet: add the file to it and run it once.';

function sendSetup(
	reply: FastifyReply,
	{ name, onboarding_token, username }: Connection,
	hint?: string,
) {
	const path = `${ONBOARDING_PREFIX}/${onboarding_token}`;
	return sendPage(reply, {
		title: `Connect ${name || 'your company file'}`,
		sentences: [
			'Open the connector file with the Web Connector on the computer of your accounting application.',
			`The connector asks for the password of the user ${username}; the application that sent you here has it.`,
			...(hint ? [hint] : []),
		],
		links: [
			{ href: `${path}/connector.qwc`, text: 'Download the connector file' },
			{ href: `${path}/finish`, text: 'Finish' },
			{ href: `${path}/cancel`, text: 'Cancel' },
		],
	});
}

/** The pages behind a connection’s onboarding link, which needs no credential and lives 48 hours. */
export function addOnboarding(server: FastifyInstance, { store }: Context): void {
	type Step = (reply: FastifyReply, connection: Connection, request: FastifyRequest) => unknown;
	const step = (path: string, take: Step) =>
		server.get(`${ONBOARDING_PREFIX}/:token${path}`, async (request, reply) => {
			const { token } = request.params as { token: string };
			const connection = await connectionWith(store, 'onboarding_token', token);
			if (!connection) throw connectionNotFound();
			return isExpired(connection)
				? leave(reply, connection, 'expired')
				: take(reply, connection, request);
		});

	step('', (reply, connection) => sendSetup(reply, connection));
	step('/connector.qwc', (reply, connection, request) =>
		reply
			.type('application/xml')
			.header('content-disposition', 'attachment; filename="connector.qwc"')
			.send(connectorFile(connection, originOf(request))),
	);
	step('/finish', (reply, connection) =>
		connection.last_connected_at === null
			? sendSetup(reply, connection, NOT_CONNECTED)
			: leave(reply, connection, 'connected'),
	);
	step('/cancel', (reply, connection) => leave(reply, connection, 'cancelled'));
}
