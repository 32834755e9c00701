import { setTimeout } from 'node:timers/promises';

import { TriggerContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import type { GivenCredentials, GivenNode } from '../../harness';
import { createAdditionalData } from '../../harness/additional-data';
import { prepareWorkflow } from '../../harness/workflow';

interface Scheduled {
	credentials: GivenCredentials;
	parameters: IDataObject;
	/** What the activated workflow keeps. */
	staticData: IDataObject;
	timezone?: string;
	mode?: 'trigger' | 'manual';
}

const PAUSE_MILLISECONDS = 20;

/** The schedule of an activated trigger. n8n's clock alone is replaced: `tick` is what it would call. */
export interface Schedule {
	/** When n8n would call, as a cron expression; undefined when the node has registered nothing. */
	readonly expression: string | undefined;
	tick(): void;
	/** What the node has logged. */
	readonly log: ReadonlyArray<{ level: string; message: string }>;
	/** Ticks again and again until something is so. */
	tickUntil(isSo: () => boolean): Promise<void>;
	/** Ticks until a line is logged that fits. */
	tickUntilLogged(fitting: RegExp): Promise<string>;
}

/** Starts the schedule of a trigger in n8n-core's own context. Its log is caught until `jest.restoreAllMocks`. */
export async function startedSchedule(scheduled: Scheduled): Promise<Schedule> {
	const { credentials, parameters, staticData, timezone = 'Europe/Berlin' } = scheduled;
	const { workflow, nodeNames, credentialsHelper } = await prepareWorkflow({
		nodes: [{ type: 'accountingSyncTrigger', parameters: parameters as GivenNode['parameters'] }],
		withSource: false,
		active: true,
		credentials,
		staticData,
		settings: { timezone },
	});
	const node = workflow.getNode(nodeNames[0]);
	if (!node) throw new Error('The workflow has no trigger');
	let registered: { expression: string; onTick: () => void } | undefined;
	const context = new TriggerContext(
		workflow,
		node,
		createAdditionalData(credentialsHelper),
		scheduled.mode ?? 'trigger',
		'activate',
		undefined,
		undefined,
		undefined,
		{
			registerCron: ({ expression }, onTick) => {
				registered = { expression, onTick: () => onTick(new Date()) };
				return true;
			},
		},
	);
	const log: Array<{ level: string; message: string }> = [];
	let logged = () => {};
	for (const level of ['info', 'warn', 'error'] as const) {
		jest.spyOn(context.logger, level).mockImplementation((...[message]: unknown[]) => {
			log.push({ level, message: String(message) });
			logged();
		});
	}
	await workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion).trigger?.call(context);
	const tick = () => registered?.onTick();
	return {
		expression: registered?.expression,
		tick,
		log,
		async tickUntil(isSo) {
			while (!isSo()) {
				tick();
				await setTimeout(PAUSE_MILLISECONDS);
			}
		},
		async tickUntilLogged(fitting) {
			for (;;) {
				const line = log.find(({ message }) => fitting.test(message));
				if (line) return line.message;
				const nextLine = new Promise<void>((resolve) => {
					logged = resolve;
				});
				tick();
				await nextLine;
			}
		},
	};
}
