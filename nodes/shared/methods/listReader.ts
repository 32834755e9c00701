import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { ListReader } from '../../../queue/lists/openList';
import type { ListKind, RecordList } from '../../../quickbooks/lists/recordLists';
import { typeOfForm } from '../../../quickbooks/records/registry';
import { listSource } from '../transport/listSource';
import { chosenConnection } from './chosenConnection';
import { withDeadline } from './withDeadline';

/**
 * Opens the lists of the connection that is chosen in the form.
 * @throws NodeOperationError if none is chosen and there are several.
 */
export const listReader = async (context: ILoadOptionsFunctions): Promise<ListReader> => ({
	...(await listSource(context, await chosenConnection(context))),
	inTime: async (work) => await withDeadline(context, work),
});

/** The kind of records that a list shows with the form as it is filled in now. */
export function listKindOf(context: ILoadOptionsFunctions, { kind }: RecordList): ListKind {
	if (typeof kind !== 'function') return kind;
	const valueOf = (field: string) => context.getCurrentNodeParameter(field);
	return kind({ valueOf, ownType: () => typeOfForm(valueOf) });
}
