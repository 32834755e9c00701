import type { ResourceMapperField } from 'n8n-workflow';

import { isNewer } from '../../../quickbooks/qbxml/versions';
import { inWords } from '../../../quickbooks/qbxml/words';
import { mayHaveCommas, type RequestField } from '../../../quickbooks/requests/requestFields';

/** What else the label says, because the editor shows nothing besides. It cuts long labels off. */
function notes({ writing, or, since, ...field }: RequestField, isTooNew: boolean): string {
	const said = [
		...(isTooNew ? [`qbXML ${since}`] : []),
		...(writing === 'list of values' && mayHaveCommas(field) ? ['JSON'] : []),
		...(or === undefined ? [] : [`or ${or}`]),
	];
	return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

function typeOf({ writing, leaf }: RequestField): ResourceMapperField['type'] {
	if (writing === 'list of objects') return 'array';
	if (writing === 'list of values') return 'string';
	if (leaf?.type === 'boolean') return 'boolean';
	// n8n would make floats of amounts and moments of dates.
	return leaf?.type === 'enum' ? 'options' : 'string';
}

/**
 * A field as n8n's mapper draws it.
 * @param version The version of qbXML that the request is for. What is newer is marked.
 */
export function mapperField(field: RequestField, version: string | undefined): ResourceMapperField {
	const { id, label, leaf, required, shown, since, skeleton } = field;
	const isTooNew = version !== undefined && isNewer(since, version);
	const type = typeOf(field);
	return {
		id,
		displayName: `${label}${notes(field, isTooNew)}`,
		required: required && !isTooNew,
		removed: !shown || isTooNew,
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		type,
		...(type === 'options' && {
			options: leaf?.values?.map((value) => ({ name: inWords(value), value })),
		}),
		// The editor has room for few letters in a line.
		...(skeleton && { defaultValue: JSON.stringify(skeleton, null, 1) }),
	};
}
