import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same. The time it takes does not show where they differ. */
export const sameText = (one: string, other: string): boolean =>
	timingSafeEqual(
		createHash('sha256').update(one).digest(),
		createHash('sha256').update(other).digest(),
	);
