import { queries } from '../shared/records/registry';

const recordsOf = (listed: typeof queries): string =>
	JSON.stringify(Object.fromEntries(listed.map(({ value, records }) => [value, records])));

const changing = recordsOf(queries.filter(({ changedSince }) => changedSince));

/**
 * The expression for the line below the trigger's name. It shows what starts the workflow, such as "Changed customers".
 * n8n evaluates it in the editor, where only the node's parameters are available.
 */
export const subtitle = [
	'={{ $parameter["triggerOn"] === "completedRequest" ? "Completed requests" :',
	`$parameter["onlyChanges"] && (${changing})[$parameter["queriedResource"]]`,
	`? "Changed " + (${changing})[$parameter["queriedResource"]]`,
	`: "Queried " + (${recordsOf(queries)})[$parameter["queriedResource"]] }}`,
].join(' ');
