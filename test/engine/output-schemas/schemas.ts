import { resources } from '../../../nodes/AccountingSync/resources/registry';
import { recordSchemaOf } from './from-facts';
import type { Outputs } from './outputs';
import { type OutputSchema, outputSchemaOf } from './schema';

/** An operation of the node: its `resource/operation`, whether it queues a request, and the answer whose records it returns. */
interface Described {
	name: string;
	queues: boolean;
	answer?: string;
}

export const operations: readonly Described[] = resources.flatMap(
	({ value: resource, operations: all }) =>
		all.map((operation) => ({
			name: `${resource}/${operation.value}`,
			queues: 'request' in operation,
			answer: 'request' in operation ? operation.answer : undefined,
		})),
);

/** The schema of an operation's output: from the facts of qbXML if it returns records, otherwise from what came out of a run. */
export const schemaOfOperation = ({ name, answer }: Described, outputs: Outputs): OutputSchema =>
	answer === undefined ? outputSchemaOf(outputs.get(name) ?? []) : recordSchemaOf(answer);
