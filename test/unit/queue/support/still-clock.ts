import type { Clock } from '../../../../queue/calls/ports';

/** A clock that stands still, so that no time is ever up. Nobody sleeps by it. */
export const stillClock = (now = 0): Clock => ({
	now: () => now,
	sleep: async () => undefined,
	timeout: () => new AbortController().signal,
});
