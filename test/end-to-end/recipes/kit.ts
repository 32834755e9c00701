import type { INodeParameters } from 'n8n-workflow';

import {
	type CredentialReference,
	type Execution,
	failureOf,
	type WorkflowFile,
} from '../../../n8n/clients/n8n';
import { chosenConnection, fillNodes, readWorkflow } from '../../../n8n/demo/example-workflows';
import { type Stack, startStack } from '../../../n8n/stack/start';
import type { Company } from '../../../simulator/company/types';
import { type Office, openOffice } from '../../support/office';
import { type Mailbox, openMailbox } from '../support/mailbox';

/** What every recipe is run with: one n8n, one service, one mail server. */
export interface Kit extends Stack {
	mailbox: Mailbox;
	/** The credentials to choose after an import, one of each type. */
	credentials: CredentialReference[];
	/** A connection of the recipe's own, whose desktop is on until the recipe has been run. */
	office(name: string, company?: Company): Promise<Office>;
	/** Imports a workflow, with what somebody has filled in by the nodes' names. */
	load(file: string, filled: Filled): Promise<LoadedWorkflow>;
	/** Turns the desktops off that are still on. */
	tidyUp(): Promise<void>;
}

type Filled = Readonly<Record<string, INodeParameters>>;

interface LoadedWorkflow {
	id: string;
	versionId: string;
	/** Runs it from a trigger to its end. Throws what n8n says if it fails. */
	run(trigger: string): Promise<Execution>;
}

export const EXECUTE = 'When clicking ‘Execute workflow’';

/** The action nodes of a workflow that ask for a connection, with this one chosen. */
export async function withConnection(
	file: string,
	connection: { id: string; name: string },
): Promise<Filled> {
	const { nodes } = await readWorkflow(file);
	const asking = nodes.filter(({ parameters }) => {
		const { connection: chosen } = parameters as { connection?: { value: string } };
		return chosen?.value === '';
	});
	return Object.fromEntries(asking.map(({ name }) => [name, chosenConnection(connection)]));
}

export async function openKit(): Promise<Kit> {
	// n8n takes no delivery until an execution is asleep; the service then tries again, here without a long pause.
	const stack = await startStack({
		service: { simulate: 'on-request', webhookTries: [0, 0.5, 1, 2, 5, 10] },
	});
	const mailbox = await openMailbox();
	stack.beforeStop(mailbox.close);
	const { client } = stack.n8n;
	const smtp = await client.createCredential('Mail', 'smtp', {
		...mailbox.credential,
		disableStartTls: true,
	});
	const credentials = [stack.credential, smtp];
	const offices: Office[] = [];

	const runOf = async (workflow: { id: string }, trigger: string): Promise<Execution> => {
		const execution = await client.runWorkflow(workflow, trigger);
		const failure = failureOf(execution);
		if (failure !== undefined) throw new Error(failure);
		return execution;
	};

	return {
		...stack,
		mailbox,
		credentials,
		office: async (name, company) => {
			const office = await openOffice(stack.service, name, company);
			offices.push(office);
			await office.turnOn();
			return office;
		},
		load: async (file, filled) => {
			const workflow: WorkflowFile = fillNodes(await readWorkflow(file), filled);
			const stored = await client.importWorkflow(workflow, credentials);
			return { ...stored, run: async (trigger) => await runOf(stored, trigger) };
		},
		tidyUp: async () => {
			await Promise.all(offices.splice(0).map(async (office) => await office.turnOff()));
		},
	};
}
