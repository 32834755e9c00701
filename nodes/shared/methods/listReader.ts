import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { ListReader } from '../../../queue/lists/openList';
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
