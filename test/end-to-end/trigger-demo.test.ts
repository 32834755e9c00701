import { N8nClient, type WorkflowFile } from '../../n8n/clients/n8n';
import { EXAMPLE_TRIGGER } from '../../n8n/demo/example-workflows';
import { repositoryFolder } from '../../n8n/files';
import { startProcessTree } from '../../n8n/processes/process-tree';
import { START_TIMEOUT_MILLISECONDS } from '../support/use-stack';

test(
	'the demo prints a customer that is new',
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
			const { nodes } = await client.call<WorkflowFile>('GET', `/workflows/${invoices?.id}`);
			const begin = nodes.find(({ name }) => name === EXAMPLE_TRIGGER)!;
			const invoice = nodes.find(({ name }) => name === 'Create Invoice')!;
			const customer = {
				...invoice,
				name: 'Create Customer',
				parameters: {
					resource: 'customer',
					operation: 'create',
					connection: invoice.parameters.connection,
					name: 'Quay Hardware',
				},
			};
			const further = {
				name: 'One more customer',
				nodes: [begin, customer],
				connections: {
					[EXAMPLE_TRIGGER]: { main: [[{ node: customer.name, type: 'main', index: 0 }]] },
				},
				settings: {},
			};
			const { id } = await client.call<{ id: string }>('POST', '/workflows', further);
			await client.runWorkflow({ id }, EXAMPLE_TRIGGER);

			const after = await demo.printed(/(^\d\d:\d\d:\d\d {2}.*\n[^]*){2}/m, 150_000);
			const [, changed] = lines(after);
			expect(changed).toMatch(/ 1 customer new or changed: Quay Hardware/);
			await demo.stop();
		} finally {
			await demo.kill();
		}
	},
	START_TIMEOUT_MILLISECONDS,
);
