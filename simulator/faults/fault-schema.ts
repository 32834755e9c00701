import { z } from 'zod';

const LONGEST_SECONDS = 86_400;
const MOST_TIMES = 10_000;

const seconds = z.number().positive().max(LONGEST_SECONDS);
const times = z.number().int().min(1).max(MOST_TIMES).default(1);
/** Limits the fault to requests with this element name. By default, it is for any request. */
const request = z
	.string()
	.regex(/^[A-Za-z]\w*Rq$/, 'It is the name of a request element, such as InvoiceAddRq.')
	.optional();

const offline = z.strictObject({ fault: z.literal('offline'), seconds });
const busy = z.strictObject({ fault: z.literal('busy'), times, request });
const refused = z.strictObject({
	fault: z.literal('refused'),
	status_code: z.number().int().min(1000).max(9999),
	status_message: z.string().max(500).optional(),
	times,
	request,
});
const unanswered = z.strictObject({
	fault: z.literal('unanswered'),
	/** Whether the connector disappears without closing its session, as when its computer is switched off. */
	silent: z.boolean().default(false),
	/** Whether the request takes effect before. It does, unless this is false. */
	carried_out: z.boolean().optional(),
	times,
	request,
});
const lostIterator = z.strictObject({ fault: z.literal('lost_iterator'), times });
const slow = z.strictObject({ fault: z.literal('slow'), seconds, times, request });

/** The faults that a simulated desktop can have, as they are sent over HTTP. */
export const faultSchema = z.discriminatedUnion('fault', [
	offline,
	busy,
	refused,
	unanswered,
	lostIterator,
	slow,
]);

export type Fault = z.infer<typeof faultSchema>;
export type FaultName = Fault['fault'];
