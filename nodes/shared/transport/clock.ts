import { sleep } from 'n8n-workflow';

import type { Clock } from '../../../queue/ports';

/** The clock of this machine. Sleeping ends with an error when n8n stops the execution. */
export const clock: Clock = { now: () => Date.now(), sleep };
