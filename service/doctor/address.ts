import type { Asked } from './asked';
import { type Finding, hindered, notChecked, well, wrong } from './findings';

/** Why nobody answers at an address, by the code of the error. */
const silences: Readonly<Record<string, readonly [message: string, advice: string]>> = {
	ENOTFOUND: [
		'its name leads nowhere',
		'Create the DNS record that leads to the proxy, or correct --public-url.',
	],
	EAI_AGAIN: ['its name could not be looked up', 'Check DNS on this machine, and try again.'],
	ECONNREFUSED: [
		'nothing listens there',
		'Start the proxy, and check that the name leads to its machine.',
	],
	ETIMEDOUT: [
		'there was no answer within 10 seconds',
		'Check the firewall, and that the name leads to the proxy. Some routers don’t lead a network back to its own public address: then run this on a machine elsewhere that can read the database.',
	],
};

/** What a proxy answers that does not reach what is behind it. */
const isGatewayError = (status: number): boolean => status >= 502 && status <= 504;

function elsewhere(
	{ status, location }: Extract<Asked, { who: 'somebody else' }>,
	address: string,
): Finding {
	if (isGatewayError(status))
		return wrong(
			`${address} leads to a proxy that does not reach the service (${status}).`,
			'Start the service, and check that the proxy passes calls on to its --host and --port.',
		);
	if (location !== undefined)
		return wrong(
			`${address} leads on to ${location}.`,
			'Give --public-url the address that is reached in the end, and have the proxy pass all paths on.',
		);
	return wrong(
		`${address} does not lead to the service of this database: something else answers there (${status}).`,
		'Check where the name and the proxy lead, that --database is the one of that service, and that both are of the same version.',
	);
}

/** Whether the public address leads to the service. */
export function judgeAddress(address: string | undefined, asked: Asked | undefined): Finding {
	if (address === undefined)
		return notChecked(
			'No public address is set (--public-url), so only programs on this machine or in its network can call the service.',
		);
	if (!asked)
		return hindered(
			`Whether ${address} leads to this service can’t be told without what only its database knows.`,
		);
	if (asked.who === 'this service') return well(`${address} leads to this service.`);
	if (asked.who === 'somebody else') return elsewhere(asked, address);
	const [message, advice] = silences[asked.code] ?? [
		asked.reason,
		'Look in the proxy’s log, and open the address in a browser.',
	];
	return wrong(`${address} can’t be reached from here: ${message}.`, advice);
}

/** An address that nobody has (RFC 5737), for a call that pretends to be somebody else’s. */
export const FORGED_ADDRESS = '203.0.113.77';

/** What a call says of itself that only a proxy may say. */
export const forgedHeaders = {
	'x-forwarded-for': FORGED_ADDRESS,
	'x-forwarded-proto': 'http',
} as const;

/** Whether the service learns from the proxy who calls and how, and nobody else can tell it. */
export function judgeProxy(
	address: string | undefined,
	asked: Asked | undefined,
): readonly Finding[] {
	if (address === undefined) return [notChecked('There is no public address, so no proxy either.')];
	if (!address.startsWith('https:'))
		return [
			notChecked(`${address} is not an https address, so there is no proxy before the service.`),
		];
	if (asked?.who !== 'this service')
		return [hindered(`Nobody knows what the proxy says: ${address} did not lead to the service.`)];
	const { isTrusted, sender, forwardedFor, protocol, address: seen } = asked.introduction;
	if (!isTrusted)
		return [
			wrong(
				`The call came from ${sender}, which the service does not trust, so it takes the proxy for the caller.`,
				`Start the service with --trust-proxy ${sender}${forwardedFor === null ? ', and have the proxy send X-Forwarded-For and X-Forwarded-Proto' : ''}. The files in deploy/ do so.`,
			),
		];
	const last = forwardedFor?.split(',').at(-1)?.trim() ?? '';
	const found: Finding[] = [];
	if (last === '')
		found.push(
			wrong(
				'The proxy does not send X-Forwarded-For, so all callers have its address.',
				'Have it send the caller’s address there, as the files in deploy/ do.',
			),
		);
	else if (last === FORGED_ADDRESS)
		found.push(
			wrong(
				'The proxy passes on X-Forwarded-For as callers send it, so anybody can pretend to be anybody.',
				'Have it add or set the address that the call comes from, as the files in deploy/ do.',
			),
		);
	if (protocol !== 'https')
		found.push(
			wrong(
				'The service takes calls over https for calls over http: the proxy does not set X-Forwarded-Proto, or passes on what callers send.',
				'Have the proxy set X-Forwarded-Proto to its own scheme, as the files in deploy/ do.',
			),
		);
	if (found.length > 0) return found;
	return [
		well(
			`The service saw this call over https, from ${last === seen ? seen : last}; forged headers changed nothing.`,
		),
	];
}
