import { type Connection, endOfLink, renewOnboarding } from '../store/connections';
import type { Context } from './context';
import { connectionNotFound } from './service-error';

/** Whether a connection's onboarding link has come to its end. */
export const hasLinkExpired = (
	connection: Connection,
	{ limits }: Pick<Context, 'limits'>,
): boolean => endOfLink(connection, limits.onboardingHours) < Date.now();

/**
 * Gives a connection a new onboarding link. The one before opens nothing any more.
 * @throws ServiceError `not_found` if the connection is gone
 */
export async function renewLink({ store }: Context, { id }: Connection): Promise<Connection> {
	const renewed = await renewOnboarding(store, id);
	if (!renewed) throw connectionNotFound();
	return renewed;
}
