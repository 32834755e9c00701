import path from 'node:path';

import { runCommand } from '../../../n8n/processes/command';

/** A certificate for `localhost` that signs itself, and its key. */
export interface Certificate {
	readonly certificate: string;
	readonly key: string;
}

/** Makes one in a folder, with OpenSSL. */
export async function selfSigned(folder: string): Promise<Certificate> {
	const files = {
		certificate: path.join(folder, 'certificate.pem'),
		key: path.join(folder, 'key.pem'),
	};
	const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const written = ['-keyout', files.key, '-out', files.certificate];
	await runCommand('openssl', ['req', '-x509', '-days', '2', ...key, ...names, ...written], {
		cwd: folder,
	});
	return files;
}
