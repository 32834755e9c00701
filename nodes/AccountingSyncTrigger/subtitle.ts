import { queries } from '../shared/queries/registry';

const entries = Object.entries(queries).map(([resource, { query }]) => ({ resource, query }));

const recordsOf = (given: typeof entries): string =>
	JSON.stringify(Object.fromEntries(given.map(({ resource, query }) => [resource, query.records])));

const changing = recordsOf(entries.filter(({ query }) => query.changedSince));

/**
 * The expression of the line below the trigger's name: what starts the workflow, such as "Changed customers". n8n
 * works it out in the editor, where there is nothing but the node's parameters.
 */
export const subtitle = [
	'={{ $parameter["triggerOn"] === "completedRequest" ? "Completed requests" :',
	`$parameter["onlyChanges"] && (${changing})[$parameter["queriedResource"]]`,
	`? "Changed " + (${changing})[$parameter["queriedResource"]]`,
	`: "Queried " + (${recordsOf(entries)})[$parameter["queriedResource"]] }}`,
].join(' ');
