import { type Connection, renewOnboarding } from '../store/connections';
import type { Context } from './context';
import { connectionNotFound } from './service-error';

const MILLISECONDS_PER_HOUR = 3_600_000;

/** Whether a connection's onboarding link has come to its end. */
export const hasLinkExpired = (
	{ onboarding_renewed_at, inserted_at }: Connection,
	{ limits }: Pick<Context, 'limits'>,
): boolean =>
	Date.parse(onboarding_renewed_at ?? inserted_at) +
		limits.onboardingHours * MILLISECONDS_PER_HOUR <
	Date.now();

/**
 * Gives a connection a new onboarding link. The one before opens nothing any more.
 * @throws ServiceError `not_found` if the connection is gone
 */
export async function renewLink({ store }: Context, { id }: Connection): Promise<Connection> {
	const renewed = await renewOnboarding(store, id);
	if (!renewed) throw connectionNotFound();
	return renewed;
}
