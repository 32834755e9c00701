import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine, and what has been sent through it. */
export interface Mailbox {
	/** What n8n's SMTP credential holds to send mail through it. */
	credential: { user: string; password: string; host: string; port: number; secure: false };
	/** The mails that have come in since the last call, oldest first. */
	take(): Email[];
	close(): Promise<void>;
}

const USER = 'n8n';
const PASSWORD = 'mail-password';

/** Starts the mail server. A mail is in the mailbox by the time its sender is told that it was taken. */
export async function openMailbox(): Promise<Mailbox> {
	let mails: Email[] = [];
	const server = new SMTPServer({
		// There is no certificate for this machine.
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: ({ username, password }, _session, callback) => {
			if (username === USER && password === PASSWORD) callback(null, { user: username });
			else callback(new Error('Wrong user or password'));
		},
		onData: (stream, _session, callback) => {
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', () => {
				PostalMime.parse(Buffer.concat(chunks)).then(
					(mail) => {
						mails.push(mail);
						callback();
					},
					(error: Error) => callback(error),
				);
			});
		},
	});
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	const { port } = server.server.address() as AddressInfo;
	return {
		credential: { user: USER, password: PASSWORD, host: '127.0.0.1', port, secure: false },
		take: () => {
			const taken = mails;
			mails = [];
			return taken;
		},
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}
