import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

import { type Server, startServer } from '../../../n8n/processes/server';
import type { Certificate } from './certificate';

const DEPLOY = path.resolve(__dirname, '../../../deploy');

/** Where a proxy listens, and what is behind it. All ports are of 127.0.0.1. */
interface Place {
	readonly folder: string;
	readonly httpsPort: number;
	readonly httpPort: number;
	readonly servicePort: number;
	readonly certificate: Certificate;
}

/** A text with other words in some places, each of which must be there. */
function changed(text: string, changes: readonly (readonly [string, string])[]): string {
	return changes.reduce((result, [from, to]) => {
		if (!result.includes(from)) throw new Error(`The example has no "${from}".`);
		return result.replaceAll(from, to);
	}, text);
}

/** A program as the example for it starts it, apart from names, ports and files. */
interface ProxyProgram {
	/** Writes the program's files, and returns its command line. */
	prepare(place: Place): Promise<readonly string[]>;
}

const programs = {
	caddy: {
		async prepare({ folder, httpsPort, httpPort, servicePort, certificate }) {
			const example = await readFile(path.join(DEPLOY, 'caddy/Caddyfile'), 'utf8');
			const settings = `\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`;
			const file = path.join(folder, 'Caddyfile');
			const here = changed(example, [
				['\n{\n', `\n{\n${settings}`],
				[
					'\nbooks.example.com {',
					`\nlocalhost {\n\ttls ${certificate.certificate} ${certificate.key}`,
				],
				['127.0.0.1:4300', `127.0.0.1:${servicePort}`],
			]);
			await writeFile(file, here);
			return ['run', '--config', file, '--adapter', 'caddyfile'];
		},
	},
	nginx: {
		async prepare({ folder, httpsPort, httpPort, servicePort, certificate }) {
			const example = await readFile(path.join(DEPLOY, 'nginx/accounting-sync.conf'), 'utf8');
			const site = path.join(folder, 'site.conf');
			const live = '/etc/letsencrypt/live/books.example.com';
			await writeFile(
				site,
				changed(example, [
					['listen 80;', `listen 127.0.0.1:${httpPort};`],
					['listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`],
					[`${live}/fullchain.pem`, certificate.certificate],
					[`${live}/privkey.pem`, certificate.key],
					['server_name books.example.com;', 'server_name localhost;'],
					['127.0.0.1:4300', `127.0.0.1:${servicePort}`],
				]),
			);
			const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
				.map((kind) => `${kind}_temp_path ${folder}/${kind};`)
				.join(' ');
			const asOwner = process.getuid?.() === 0 ? 'user root;' : '';
			const file = path.join(folder, 'nginx.conf');
			await writeFile(
				file,
				`${asOwner} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} ` +
					`http { access_log off; ${temporary} include ${site}; }`,
			);
			return ['-c', file, '-p', folder, '-e', 'stderr'];
		},
	},
} satisfies Record<string, ProxyProgram>;

export type ProxyName = keyof typeof programs;

// Debian keeps nginx where only the administrator's shell looks for programs.
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

/** Starts a proxy as its example in deploy/ says. */
export async function startTlsProxy(name: ProxyName, place: Place): Promise<Server> {
	const { folder, httpsPort } = place;
	return startServer({
		name,
		program: name,
		args: [...(await programs[name].prepare(place))],
		cwd: folder,
		env: { ...environment, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
		isReady: () => accepts(httpsPort),
	});
}
