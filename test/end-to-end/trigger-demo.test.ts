import { N8nClient } from '../../n8n/clients/n8n';
import { EXAMPLE_TRIGGER } from '../../n8n/demo/example-workflows';
import { repositoryFolder } from '../../n8n/files';
import { startProcessTree } from '../../n8n/processes/process-tree';
import { START_TIMEOUT_MILLISECONDS } from './environment';
import { until } from './trigger-environment';

test(
	'the demo prints the customers of new invoices as they change',
	async () => {
		const demo = startProcessTree('npm', ['run', 'demo'], {
			cwd: repositoryFolder,
			env: process.env,
		});
		try {
			let ending: string | undefined;
			void demo.ended.then((sentence) => {
				ending = sentence;
			});
			const output = async () => {
				if (ending) throw new Error(`The demo ${ending}: ${demo.output()}`);
				return demo.output();
			};
			const lines = (text: string) => text.match(/^\d\d:\d\d:\d\d {2}.*$/gm) ?? [];
			const before = await until(
				output,
				(text) => text.includes('Ctrl+C'),
				START_TIMEOUT_MILLISECONDS,
			);
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

			const after = await until(output, (text) => lines(text).length > 1, 150_000);
			const [, changed] = lines(after);
			expect(changed).toMatch(/ 1\d customers new or changed: /);
			await demo.stop();
		} finally {
			await demo.kill();
		}
	},
	START_TIMEOUT_MILLISECONDS,
);
