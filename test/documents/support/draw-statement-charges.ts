import type { IDataObject } from 'n8n-workflow';

import { AccountingSync } from '../../../nodes/AccountingSync/AccountingSync.node.js';
import { AccountingSyncTrigger } from '../../../nodes/AccountingSyncTrigger/AccountingSyncTrigger.node.js';
import { byName, written } from '../../unit/support/written';

const RESOURCE = 'statementCharge';

/** The sentences of the node panel for the record, as the form has them. */
const offered = new AccountingSync().description.properties
	.filter(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(RESOURCE),
	)
	.flatMap(({ options = [] }) => options.map((option) => 'action' in option && option.action));

const isInTrigger = JSON.stringify(new AccountingSyncTrigger().description).includes(RESOURCE);

const create = (further: IDataObject): string =>
	written(RESOURCE, 'create', {
		customerListId: byName('Abercrombie, Kristy'),
		transactionDate: '2026-01-15',
		itemListId: byName('Delivery'),
		quantity: '2',
		rate: '24.10',
		additionalFields: further,
	});

/** What the form says to a number that is longer than the facts allow. */
function refusal(): string {
	try {
		return create({ refNumber: '123456789012' });
	} catch (error) {
		return (error as Error).message;
	}
}

const requests = {
	create: create({ description: 'Two deliveries', refNumber: 'S-778' }),
	query: written(RESOURCE, 'query', { filters: { refNumberContains: '77' } }),
	void: written(RESOURCE, 'void', { txnId: '5B1A-1700000001' }),
};

process.stdout.write(JSON.stringify({ offered, isInTrigger, requests, refusal: refusal() }));
