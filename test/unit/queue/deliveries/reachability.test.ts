import { reachabilityProblem } from '../../../../queue/deliveries/reachability';

const places = {
	'this computer': [
		'localhost',
		'n8n.localhost',
		'127.0.0.1',
		'[::1]',
		'0.0.0.0',
		'[::]',
		'LOCALHOST',
	],
	'a private network': [
		...['10.1.2.3', '192.168.0.9', '172.16.0.1', '172.29.0.1', '172.31.255.1', '169.254.1.1'],
		...[
			'100.64.0.1',
			'100.79.0.1',
			'100.101.0.1',
			'100.127.0.1',
			'[fd12::1]',
			'[FC00::1]',
			'[fe80::1]',
		],
		...[
			'n8n',
			'n8n-2',
			'n8n.local',
			'n8n.internal',
			'n8n.lan',
			'box.home',
			'n8n.test',
			'N8N.LOCAL',
		],
	],
	'the internet': [
		...['n8n.example.com', '8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1'],
		...['11.0.0.1', '192.169.0.1', '[2001:db8::1]', 'local.example', 'n8n.local.example'],
		...['10.example.com', '127.0.0.1.example', 'localhost.example', 'fd.example', 'mylocalhost.de'],
	],
};

test.each(Object.entries(places).flatMap(([zone, hosts]) => hosts.map((host) => [host, zone])))(
	'%s is on %s',
	(host, zone) => {
		const resume = `https://${host}:5678/webhook-waiting/1`;
		const [onInternet, inNetwork, here] = [
			'https://service.example.com',
			'http://192.168.1.2',
			'http://localhost:4000',
		].map((service) => reachabilityProblem(service, resume));
		const { origin } = new URL(resume);
		const problem = `the service can't reach n8n at ${origin}, which is an address on ${zone}`;
		expect(onInternet).toBe(zone === 'the internet' ? undefined : problem);
		expect(inNetwork).toBe(zone === 'this computer' ? problem : undefined);
		expect(here).toBeUndefined();
	},
);
