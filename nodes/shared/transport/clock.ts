import { sleep } from 'n8n-workflow';

import type { Clock } from '../../../queue/calls/ports';
import type { Reader } from '../../../queue/words/localMoment';

/** The clock of this machine. Sleeping ends with an error when n8n stops the execution. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep,
	timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
};

/** Whom the node shows moments to, by the time zone of the workflow. */
export const readerOf = (context: { getTimezone(): string }): Reader => ({
	timezone: context.getTimezone(),
	now: clock.now(),
});
