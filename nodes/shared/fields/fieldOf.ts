import type { INodeProperties } from 'n8n-workflow';

import type { FieldSpec } from '../../../quickbooks/form/fieldSpec';

/** The part of a row that n8n draws. */
export function fieldOf(row: FieldSpec): INodeProperties {
	const field: INodeProperties & Partial<FieldSpec> = { ...row };
	delete field.wire;
	delete field.wireByMode;
	delete field.convert;
	delete field.excludes;
	delete field.qbxml;
	delete field.onlyQbxml;
	delete field.sentToEndpoint;
	delete field.matches;
	delete field.needs;
	delete field.isOutside;
	delete field.matchedBeside;
	return field;
}
