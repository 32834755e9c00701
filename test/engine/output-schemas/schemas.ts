import { resources } from '../../../nodes/AccountingSync/resources/registry';
import { recordSchemaOf } from './from-facts';
import type { Outputs } from './outputs';
import { type OutputSchema, outputSchemaOf } from './schema';

/**
 * An operation of the node: its `resource/operation`, whether it queues a request, the answers whose records it returns,
 * and what Simplify keeps of them.
 */
interface Described {
	name: string;
	queues: boolean;
	answers?: readonly string[];
	simplified?: readonly string[];
}

export const operations: readonly Described[] = resources.flatMap(
	({ value: resource, operations: all }) =>
		all.map((operation) => ({
			name: `${resource}/${operation.value}`,
			queues: 'request' in operation,
			...('request' in operation && {
				answers: operation.answer === undefined ? undefined : [operation.answer].flat(),
				simplified: operation.simplified,
			}),
		})),
);

/** The schema of an operation's output: from the facts of qbXML if it returns records, otherwise from what came out of a run. */
export const schemaOfOperation = (
	{ name, answers, simplified }: Described,
	outputs: Outputs,
): OutputSchema =>
	answers === undefined
		? outputSchemaOf(outputs.get(name) ?? [])
		: recordSchemaOf(answers, simplified);
