import { N8nClient } from '../../n8n/clients/n8n';
import { EXAMPLE_TRIGGER } from '../../n8n/demo/example-workflows';
import { repositoryFolder } from '../../n8n/files';
import { startProcessTree } from '../../n8n/processes/process-tree';
import { START_TIMEOUT_MILLISECONDS } from '../support/use-stack';

test(
	'the demo prints the customers of new invoices as they change',
	async () => {
		const demo = startProcessTree('npm', ['run', 'demo'], {
			cwd: repositoryFolder,
			env: process.env,
		});
		try {
			const lines = (text: string) => text.match(/^\d\d:\d\d:\d\d {2}.*$/gm) ?? [];
			const before = await demo.printed(/Ctrl\+C/);
			expect(lines(before)).toHaveLength(1);
			const [, address] = /n8n's editor\s+(http\S+)/.exec(before) ?? [];
			const [, email] = /log in as\s+(\S+)/.exec(before) ?? [];
			const [, password] = /password\s+(\S+)/.exec(before) ?? [];

			const client = new N8nClient(address);
			await client.logInAsOwner({ email, password });
			const workflows = await client.call<Array<{ id: string; name: string }>>('GET', '/workflows');
			const invoices = workflows.find(({ name }) => name === 'Create invoices from orders');
			// The same orders would write nothing twice.
			const { nodes, connections, settings } = JSON.parse(
				JSON.stringify(await client.call('GET', `/workflows/${invoices?.id}`)).replaceAll(
					'W-1',
					'W-9',
				),
			) as { nodes: object[]; connections: object; settings: object };
			const further = { name: 'Further orders', nodes, connections, settings };
			const { id } = await client.call<{ id: string }>('POST', '/workflows', further);
			await client.runWorkflow({ id }, EXAMPLE_TRIGGER);

			const after = await demo.printed(/(^\d\d:\d\d:\d\d {2}.*\n[^]*){2}/m, 150_000);
			const [, changed] = lines(after);
			expect(changed).toMatch(/ 1\d customers new or changed: /);
			await demo.stop();
		} finally {
			await demo.kill();
		}
	},
	START_TIMEOUT_MILLISECONDS,
);
