import { queries } from '../../quickbooks/records/registry';
import { withChanges } from './form';

const words = JSON.stringify(
	Object.fromEntries(queries.map(({ value, records }) => [value, records])),
);
const records = `(${words})[$parameter["queriedResource"]]`;

const isOfChanges = `$parameter["onlyChanges"] && ${JSON.stringify(withChanges)}.includes($parameter["queriedResource"])`;

/**
 * The expression for the line below the trigger's name. It shows what starts the workflow, such as "Changed customers".
 * n8n evaluates it in the editor, where only the node's parameters are available.
 */
export const subtitle = [
	'={{ $parameter["triggerOn"] === "completedRequest" ? "Completed requests" :',
	'$parameter["triggerOn"] === "deletedRecord" ? "Deleted records" :',
	`$parameter["triggerOn"] === "changedRecord" ? ($parameter["onlyNew"] ? "New " : "New or changed ") + ${records} :`,
	`(${isOfChanges} ? "Changed " : "Queried ") + ${records} }}`,
].join(' ');
