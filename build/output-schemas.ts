import { resources } from '../nodes/AccountingSync/resources/registry';
import { type OutputSchema, recordSchemaOf } from './answer-schema';

/** Where n8n looks for the schema of an operation's output, below `nodes`: beside the node, in a folder of its version. */
export const SCHEMA_FOLDER = 'AccountingSync/__schema__/v1.0.0';

/** An operation of the node. */
interface Described {
	/** `resource/operation`. */
	name: string;
	/** Whether it queues a request. */
	queues: boolean;
	/** What comes out, if the facts of qbXML tell: records of the answers, as far as Simplify keeps them, and what comes beside them. */
	schema?: OutputSchema;
}

/** What comes out beside a record of which QuickBooks has warned. */
const warningsSchema = {
	type: 'array',
	items: {
		type: 'object',
		properties: { code: { type: 'string' }, message: { type: 'string' } },
	},
} as const;

/** Every operation of the node. The output of those without a schema is no record of qbXML. */
export const operations: readonly Described[] = resources.flatMap(
	({ value: resource, operations: all }) =>
		all.map((operation): Described => {
			const name = `${resource}/${operation.value}`;
			if (!('request' in operation)) return { name, queues: false };
			const { answer, simplified, besides } = operation;
			if (answer === undefined) return { name, queues: true };
			const schema = recordSchemaOf([answer].flat(), simplified);
			const properties = {
				...(besides as OutputSchema['properties']),
				...schema.properties,
				warnings: warningsSchema,
			};
			return { name, queues: true, schema: { ...schema, properties } };
		}),
);
