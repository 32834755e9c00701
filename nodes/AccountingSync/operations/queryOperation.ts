import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import { wireValues } from '../../shared/form/fieldSpec';
import { requiredId } from '../../shared/form/form';
import { answerOptions, filtersField, qbxmlOf, type Query } from '../../shared/queries/query';
import { path } from '../../shared/transport/client';
import { automaticIteration } from '../fields/options';
import { type QueueingOperation, queueingOperation } from './queueingOperation';

/** Makes the Query operation of a resource from the query's data (interface, section 4.3). */
export const queryOperation = (query: Query): QueueingOperation =>
	queueingOperation({
		value: 'query',
		name: 'Query',
		action: query.action,
		description: `Ask the accounting application for ${query.records}`,
		answer: `${qbxmlOf(query)}Rs`,
		isQuery: true,
		properties: [connection, filtersField(query)],
		options: [...answerOptions(query), ...(query.iterates ? [automaticIteration] : [])],
		request: (form) => ({
			method: 'GET',
			path: path('connections', requiredId(form, connection), query.path),
			query: wireValues(query.filters, (form.values.filters ?? {}) as IDataObject, form.timezone),
		}),
	});
