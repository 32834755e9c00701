import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { ListKind, RecordList } from '../../../quickbooks/lists/recordLists';
import { typeOfForm } from '../../../quickbooks/records/registry';

/** The kind of records that a list shows with the form as it is filled in now. */
export function listKindOf(context: ILoadOptionsFunctions, { kind }: RecordList): ListKind {
	if (typeof kind !== 'function') return kind;
	const valueOf = (field: string) => context.getCurrentNodeParameter(field);
	return kind({ valueOf, ownType: () => typeOfForm(valueOf) });
}
