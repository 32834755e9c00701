import { queries } from '../shared/queries/registry';

const recordsOf = (listed: typeof queries): string =>
	JSON.stringify(Object.fromEntries(listed.map(({ value, records }) => [value, records])));

const changing = recordsOf(queries.filter(({ changedSince }) => changedSince));

/**
 * The expression of the line below the trigger's name: what starts the workflow, such as "Changed customers". n8n
 * works it out in the editor, where there is nothing but the node's parameters.
 */
export const subtitle = [
	'={{ $parameter["triggerOn"] === "completedRequest" ? "Completed requests" :',
	`$parameter["onlyChanges"] && (${changing})[$parameter["queriedResource"]]`,
	`? "Changed " + (${changing})[$parameter["queriedResource"]]`,
	`: "Queried " + (${recordsOf(queries)})[$parameter["queriedResource"]] }}`,
].join(' ');
