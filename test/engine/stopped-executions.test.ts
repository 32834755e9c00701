import type { INodeParameters } from 'n8n-workflow';

import { type GivenNode, startWorkflow } from './harness';
import { byId, parametersFor, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

const stopped = { status: 'canceled', sent: 1, sentLater: 0 };

/** Starts an operation for three items, and stops the execution when its first request has arrived. */
async function stopAtFirstRequest(parameters: INodeParameters, onError: GivenNode['onError']) {
	const asked = server.nextRequest();
	const started = await startWorkflow({
		nodes: [{ parameters, onError }],
		credentials: server.credentials,
		items: [{ json: {} }, { json: {} }, { json: {} }],
	});
	await asked;
	started.cancel();
	const { status } = await started.finished;
	const sent = server.received.length;
	// n8n does not wait for a node that it stops; by the time this has run, a node that went on would have sent more.
	await runOperation(server, 'connection.create', { name: 'after' });
	return { status, sent, sentLater: server.received.length - sent - 1 };
}

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'a stopped execution sends nothing for the items that are left: On Error %s',
	async (onError) => {
		const parameters = parametersFor('connection.create', { name: 'A' });
		expect(await stopAtFirstRequest(parameters, onError)).toEqual(stopped);
	},
);

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'it does not wait for the next try: On Error %s',
	async (onError) => {
		server.answerWith({ status: 503, headers: { 'retry-after': '25' } }, {});
		const parameters = parametersFor('connection.get', { connection: { ...byId(ID) } });
		expect(await stopAtFirstRequest(parameters, onError)).toEqual(stopped);
	},
);
