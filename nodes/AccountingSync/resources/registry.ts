import { alphabetically } from '../../shared/form/alphabetically';
import type { RecordKind, RecordOperation } from '../../shared/records/record';
import { records } from '../../shared/records/registry';
import { createRecord } from '../operations/createRecord';
import { findOrCreateRecord } from '../operations/findOrCreate';
import { getRecord } from '../operations/getRecord';
import type { Operation, Resource } from '../operations/operation';
import { queryRecords } from '../operations/queryRecords';
import { deleteRecord, voidTransaction } from '../operations/removeRecord';
import { updateRecord } from '../operations/updateRecord';
import { upsertRecord } from '../operations/upsertRecord';
import * as listed from './index';
import { createInvoice } from './invoice/create';

const makers: Readonly<Record<RecordOperation, (kind: RecordKind) => Operation>> = {
	create: (kind) => (kind.value === 'invoice' ? createInvoice : createRecord(kind)),
	get: getRecord,
	query: queryRecords,
	void: voidTransaction,
	update: updateRecord,
	delete: deleteRecord,
	findOrCreate: findOrCreateRecord,
	upsert: upsertRecord,
};

const ofRecords = records.map((kind): Resource => {
	const { value, name, operations, formerDefault } = kind;
	return {
		value,
		name,
		operations: operations.map((operation) => makers[operation](kind)),
		defaultOperation: 'query',
		formerDefault,
	};
});

/** Everything the node can do, in the order of the Resource field. */
export const resources: readonly Resource[] = alphabetically(
	[...Object.values<Resource>(listed), ...ofRecords],
	({ name }) => name,
);
