import codex from '../nodes/AccountingSync/AccountingSync.node.json';
import { resources } from '../nodes/AccountingSync/resources/registry';
import { records } from '../quickbooks/records/registry';

/** The words of each action, as n8n's panel shows them: "create an invoice". */
const actions = resources.flatMap(({ operations }) =>
	operations.map(({ action }) => action.replace(/^[A-Z]/, (first) => first.toLowerCase())),
);

/**
 * What people call the same of many records: "create invoices", "new invoices". n8n's panel shows the trigger with the action node,
 * and finds both by the words of this one.
 */
const ofRecords = records.flatMap(({ noun, plural, operations }) => [
	plural,
	...(operations.includes('create')
		? [
				`create ${plural}`,
				`add ${plural}`,
				`new ${plural}`,
				// The others are found by the beginning of their plural.
				...(plural.startsWith(noun) ? [] : [`new ${noun}`]),
			]
		: []),
	...(operations.includes('update') ? [`update ${plural}`] : []),
]);

/**
 * What n8n's node panel finds the action node by: the words of its own file, which are those that QuickBooks and its users
 * have beside ours, and what follows from its actions.
 */
export const actionCodex = {
	...codex,
	alias: [...new Set([...codex.alias, ...actions, ...ofRecords])].sort((one, other) =>
		one.localeCompare(other, 'en'),
	),
};
