import { resources } from '../../../nodes/AccountingSync/resources/registry';
import { recordSchemaOf } from './from-facts';
import type { Outputs } from './outputs';
import { type OutputSchema, outputSchemaOf } from './schema';

/**
 * An operation of the node: its `resource/operation`, whether it queues a request, the answers whose records it returns,
 * what Simplify keeps of them, and what comes out beside them.
 */
interface Described {
	name: string;
	queues: boolean;
	answers?: readonly string[];
	simplified?: readonly string[];
	besides?: OutputSchema['properties'];
}

export const operations: readonly Described[] = resources.flatMap(
	({ value: resource, operations: all }) =>
		all.map((operation) => ({
			name: `${resource}/${operation.value}`,
			queues: 'request' in operation,
			...('request' in operation && {
				answers: operation.answer === undefined ? undefined : [operation.answer].flat(),
				simplified: operation.simplified,
				besides: operation.besides as OutputSchema['properties'],
			}),
		})),
);

/** The schema of an operation's output: from the facts of qbXML if it returns records, otherwise from what came out of a run. */
export function schemaOfOperation(
	{ name, answers, simplified, besides }: Described,
	outputs: Outputs,
): OutputSchema {
	if (answers === undefined) return outputSchemaOf(outputs.get(name) ?? []);
	const schema = recordSchemaOf(answers, simplified);
	return { ...schema, properties: { ...schema.properties, ...besides } };
}
