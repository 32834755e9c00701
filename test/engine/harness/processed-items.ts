import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
} from 'n8n-workflow';

interface Row {
	mode: string;
	items: DeduplicationItemTypes[];
}

/** n8n's table of processed items, in memory: one row for each workflow and node, as far as these nodes use it. */
const rows = new Map<string, Row>();

const keyOf = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string =>
	JSON.stringify([workflow.id, scope === 'node' ? node?.id : '']);

void DataDeduplicationService.init({
	async checkProcessedAndRecord(items, scope, where, { mode }: ICheckProcessedOptions) {
		const key = keyOf(scope, where);
		const row = rows.get(key) ?? { mode, items: [] };
		if (row.mode !== mode) throw new Error('The row was saved with another mode.');
		const processed = items.filter((item) => row.items.includes(item));
		const added = items.filter((item) => !row.items.includes(item));
		rows.set(key, { mode, items: [...row.items, ...added] });
		return { new: added, processed };
	},
	async removeProcessed(items, scope, where) {
		const row = rows.get(keyOf(scope, where));
		if (row) row.items = row.items.filter((item) => !items.includes(item));
	},
	async clearAllProcessedItems(scope, where) {
		rows.delete(keyOf(scope, where));
	},
	async getProcessedDataCount(scope, where) {
		return rows.get(keyOf(scope, where))?.items.length ?? 0;
	},
});
