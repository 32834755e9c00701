import { once } from 'node:events';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls';

import { type Finding, hindered, notChecked, reasonOf, well, wrong } from './findings';

const TIMEOUT_MILLISECONDS = 10_000;
const MILLISECONDS_PER_DAY = 86_400_000;

/** A certificate that is not renewed by then will not be. */
const DAYS_BEFORE_ITS_END = 14;
/** Of one that lives for days or hours alone, the part that may be left. */
const PART_OF_ITS_LIFE = 1 / 4;

/** What a server shows of itself. */
export interface Shown {
	readonly certificate: PeerCertificate;
	/** What this machine's check of it says; null if it is trusted. */
	readonly error: string | null;
}

/** Why a certificate is not trusted, by the code that OpenSSL gives. */
const distrusts: Readonly<Record<string, readonly [message: string, advice: string]>> = {
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
		'The certificate’s chain is not complete: the one that signed it is missing.',
		'Have the proxy send the whole chain (fullchain.pem, not cert.pem).',
	],
	DEPTH_ZERO_SELF_SIGNED_CERT: [
		'The certificate is self-signed, so nobody trusts it.',
		'Get one from a public authority. For a network without internet, docs/run-the-service.md says who has to trust yours.',
	],
	SELF_SIGNED_CERT_IN_CHAIN: [
		'The certificate comes from an authority that this machine does not trust.',
		'Get one from a public authority, or start this with NODE_EXTRA_CA_CERTS=/path/to/authority.pem; n8n and Windows have to trust it too.',
	],
};

function chainError(code: string): Finding {
	const [message, advice] = distrusts[code] ?? [
		`The certificate is not trusted (${code}).`,
		'Get one from a public authority, and have the proxy send its whole chain.',
	];
	return wrong(message, advice);
}

/** These say the same as the dates. */
const ABOUT_DATES = /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/;

/** Whether a certificate is right for a name, trusted, and valid for long enough. */
export function judgeShown(name: string, { certificate, error }: Shown, now: number): Finding[] {
	const from = Date.parse(certificate.valid_from);
	const to = Date.parse(certificate.valid_to);
	const found: Finding[] = [];
	if (!Number.isFinite(from) || !Number.isFinite(to))
		return [hindered('The certificate’s dates could not be read.')];
	const margin = Math.min(
		DAYS_BEFORE_ITS_END * MILLISECONDS_PER_DAY,
		(to - from) * PART_OF_ITS_LIFE,
	);
	const day = new Date(to).toISOString().slice(0, 10);
	const renew =
		'Have it renewed, and the proxy read it again. Caddy and certbot do so by themselves: look in their logs.';
	if (now >= to) found.push(wrong(`The certificate expired on ${day}.`, renew));
	else if (now < from)
		found.push(
			wrong(
				`The certificate is not valid before ${new Date(from).toISOString()}.`,
				'Check the clock of this machine, or have another certificate made.',
			),
		);
	else if (to - now < margin)
		found.push(wrong(`The certificate expires on ${day} and has not been renewed.`, renew));
	if (checkServerIdentity(name, certificate))
		found.push(
			wrong(
				`The certificate is not for ${name}, but for ${certificate.subjectaltname ?? 'no name'}.`,
				'Get one for this name, and have the proxy use it for this name.',
			),
		);
	if (error !== null && !ABOUT_DATES.test(error) && error !== 'ERR_TLS_CERT_ALTNAME_INVALID')
		found.push(chainError(error));
	return found.length > 0
		? found
		: [well(`It is for ${name}, trusted by this machine, and valid until ${day}.`)];
}

async function shownAt(host: string, port: number): Promise<Shown> {
	const servername = isIP(host) === 0 ? host : '';
	const socket = connect({ host, port, servername, rejectUnauthorized: false });
	try {
		await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
		// Node's types say that it is an error; it is the code of one.
		const error = socket.authorized ? null : String(socket.authorizationError);
		return { certificate: socket.getPeerCertificate(), error };
	} finally {
		socket.destroy();
	}
}

/** Looks at the certificate of the public address. */
export async function checkCertificate(address: string | undefined): Promise<readonly Finding[]> {
	if (address === undefined) return [notChecked('There is no public address.')];
	const { protocol, hostname, port } = new URL(address);
	if (protocol !== 'https:') return [notChecked(`${address} has none: it is plain http.`)];
	try {
		return judgeShown(hostname, await shownAt(hostname, Number(port || 443)), Date.now());
	} catch (error) {
		return [hindered(`No certificate was shown at ${address}: ${reasonOf(error)}. See "address".`)];
	}
}
