import type { IDataObject } from 'n8n-workflow';

import { failureOf, itemsOf } from '../../../n8n/clients/n8n';
import { fillNodes, readWorkflow } from '../../../n8n/demo/example-workflows';
import { type Chat, openScriptedModel, type Said } from '../support/scripted-model';
import { type Kit, withConnection } from './kit';

const FILE = 'unpaid-invoices-agent.json';
const CHAT = 'When chat message received';

type Found = Record<string, string>;

const foundIn = (result: string): Found[] => JSON.parse(result) as Found[];

/** Makes an ID up first, then reads what the tools give: the customer's ID from one, the invoices from the other. */
const bookkeeper =
	(name: string) =>
	({ results: [refusal, customers, invoices] }: Chat): Said => {
		const ask = (id: string): Said => ({
			tool: 'Find_unpaid_invoices',
			arguments: { customer_list_id: id },
		});
		if (refusal === undefined) return ask('made up');
		if (customers === undefined) return { tool: 'Find_customers', arguments: { name } };
		if (invoices === undefined) return ask(foundIn(customers)[0].ListID);
		const lines = foundIn(invoices).map(
			({ RefNumber, BalanceRemaining }) => `${RefNumber}: ${BalanceRemaining}`,
		);
		return { answer: lines.join('\n') };
	};

/** An agent is asked which invoices of a customer are unpaid; the model is a script, its tools are the node. */
export async function unpaidInvoicesAgent(kit: Kit): Promise<void> {
	const { connectionId, company } = await kit.office('Agent');
	const { client } = kit.n8n;
	const unpaid = company.invoices.filter(({ IsPaid }) => IsPaid === 'false');
	const { CustomerRef: debtor } = unpaid[0];
	const owed = unpaid.filter(({ CustomerRef }) => CustomerRef.ListID === debtor.ListID);

	const model = await openScriptedModel(bookkeeper(debtor.FullName));
	try {
		const openAi = await client.createCredential('Model', 'openAiApi', model.credential);
		const filled = await withConnection(FILE, { id: connectionId, name: 'Agent' });
		const workflow = await client.importWorkflow(fillNodes(await readWorkflow(FILE), filled), [
			kit.credential,
			openAi,
		]);
		const question: IDataObject = {
			sessionId: 'end-to-end',
			action: 'sendMessage',
			chatInput: `Which invoices of ${debtor.FullName} are unpaid?`,
		};
		// As the editor's chat does it.
		const { executionId } = await client.call<{ executionId: string }>(
			'POST',
			`/workflows/${workflow.id}/run`,
			{
				triggerToStartFrom: {
					name: CHAT,
					data: {
						startTime: 0,
						executionTime: 0,
						executionIndex: 0,
						executionStatus: 'success',
						source: [null],
						data: { main: [[{ json: question }]] },
					},
				},
			},
		);
		const execution = await client.waitForExecution(executionId);
		expect(failureOf(execution)).toBeUndefined();

		const [{ json: answer }] = itemsOf(execution, 'Agent');
		expect(String(answer.output).split('\n').sort()).toEqual(
			owed.map(({ RefNumber, BalanceRemaining }) => `${RefNumber}: ${BalanceRemaining}`).sort(),
		);
		const [first, second, , last] = model.chats;
		expect(second.results[0]).toContain('error');
		expect(first.question).toContain(debtor.FullName);
		expect(first.tools).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					name: 'Find_unpaid_invoices',
					description: expect.stringContaining('BalanceRemaining'),
					parameters: expect.objectContaining({
						properties: {
							customer_list_id: expect.objectContaining({
								type: 'string',
								description: expect.stringContaining('ListID'),
							}),
						},
					}),
				}),
			]),
		);
		for (const invoice of foundIn(last.results[2])) {
			expect(Object.keys(invoice).sort()).toEqual(
				['BalanceRemaining', 'DueDate', 'RefNumber', 'TxnDate', 'TxnID'].sort(),
			);
		}
	} finally {
		await model.close();
	}
}
