import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { fieldsOf, wireValues, type Row } from '../../shared/form/fieldSpec';
import { path } from '../../shared/transport/client';
import { connection, requiredId } from '../../shared/fields/connection';
import {
	automaticIteration,
	customRequestId,
	includedFields,
	maximumResults,
	optionsField,
	optionsQuery,
	otherFields,
} from '../fields/options';
import { webhookUrl } from '../fields/webhookUrl';
import type { Resource } from './operation';
import { queueingOperation, type QueueingOperation } from './queueingOperation';

/** What sets one query endpoint apart from the others (interface, section 4.3). */
interface Query {
	action: string;
	/** The records in plain words, as in "customers". */
	records: string;
	/** The endpoint's path below the connection. */
	path: string;
	/** Whether the endpoint has automatic iteration. */
	iterates: boolean;
	filters: readonly Row[];
	/** The query's name in qbXML, where it is not that of the resource with Query behind it. */
	qbxml?: string;
	/** The record elements that the interface names. */
	fields: readonly string[];
	/** Whether `fields` is the complete list. */
	fieldsAreComplete?: boolean;
	/** The filter that leaves out what has not changed since a moment, where the endpoint has one. */
	changedSince?: Row;
	/** Options that only this endpoint has. */
	options?: readonly Row[];
}

/** A query of one kind of record. */
export interface QueryOperation extends QueueingOperation {
	query: Query;
	/** The options that say what an answer holds, apart from how the request is followed. */
	answerOptions: readonly Row[];
}

/** The Filters collection of a query. */
export const filtersField = (filters: readonly Row[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: fieldsOf(filters),
});

/** Makes the Query operation of a resource from the endpoint's rows. */
export function queryOperation(query: Query): QueryOperation {
	const answerOptions = [
		maximumResults,
		includedFields(query.fields, query.fieldsAreComplete),
		...(query.fieldsAreComplete ? [] : [otherFields]),
		...(query.options ?? []),
	];
	const options = [
		...answerOptions,
		customRequestId,
		webhookUrl,
		...(query.iterates ? [automaticIteration] : []),
	];
	const operation = queueingOperation({
		value: 'query',
		name: 'Query',
		action: query.action,
		description: `Ask the accounting application for ${query.records}`,
		properties: [connection, filtersField(query.filters)],
		options: optionsField(options),
		request: (form) => ({
			method: 'GET',
			path: path('connections', requiredId(form, connection), query.path),
			query: {
				...wireValues(query.filters, (form.values.filters ?? {}) as IDataObject, form.timezone),
				...optionsQuery(form, options),
			},
		}),
	});
	return { ...operation, query, answerOptions };
}

/** A resource of which there is nothing but a query: one value in one file. */
export const queryResource = ({
	value,
	name,
	...query
}: Pick<Resource, 'value' | 'name'> & Query): Resource => ({
	value,
	name,
	operations: [queryOperation(query)],
});
