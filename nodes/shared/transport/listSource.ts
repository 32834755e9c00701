import type { ListSource } from '../../../queue/lists/ownRequests';
import { clock } from './clock';
import { readCredential } from './credential';
import { type ServiceContext, serviceOf } from './service';

/** Where the lists of a connection come from, for the node that shows them. */
export async function listSource(
	context: ServiceContext,
	connectionId: string,
): Promise<ListSource> {
	const { baseUrl: address } = await readCredential(context);
	return { service: serviceOf(context), address, connectionId, clock };
}
