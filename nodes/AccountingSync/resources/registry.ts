import { alphabetically } from '../../../quickbooks/form/alphabetically';
import { deposit } from '../../../quickbooks/records/deposit';
import type { RecordOperation } from '../../../quickbooks/records/operations';
import type { RecordKind } from '../../../quickbooks/records/record';
import { records } from '../../../quickbooks/records/registry';
import type { Operation, Resource } from '../operations/operation';
import { createDeposit } from './deposit/create';
import { updateDeposit } from './deposit/update';
import * as listed from './index';
import { createInvoice } from './invoice/create';
import { createRecord } from './records/createRecord';
import { findOrCreateRecord } from './records/findOrCreate';
import { getRecord } from './records/getRecord';
import { queryRecords } from './records/queryRecords';
import { deleteRecord, voidTransaction } from './records/removeRecord';
import { updateRecord } from './records/updateRecord';
import { upsertRecord } from './records/upsertRecord';

/** Records whose Create operation does more than their rows say. */
const created: Readonly<Record<string, Operation>> = {
	deposit: createDeposit,
	invoice: createInvoice,
};

const makers: Readonly<Record<RecordOperation, (kind: RecordKind) => Operation>> = {
	create: (kind) => created[kind.value] ?? createRecord(kind),
	get: getRecord,
	query: queryRecords,
	void: voidTransaction,
	update: (kind) => (kind === deposit ? updateDeposit : updateRecord(kind)),
	delete: deleteRecord,
	findOrCreate: findOrCreateRecord,
	upsert: upsertRecord,
};

const ofRecords = records.map((kind): Resource => {
	const { value, name, operations } = kind;
	return {
		value,
		name,
		operations: operations.map((operation) => makers[operation](kind)),
		defaultOperation: 'query',
	};
});

/** Everything the node can do, in the order of the Resource field. */
export const resources: readonly Resource[] = alphabetically(
	[...Object.values<Resource>(listed), ...ofRecords],
	({ name }) => name,
);
