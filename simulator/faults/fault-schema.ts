import { z } from 'zod';

import { hresults } from '../../quickbooks/rules/desktopCodes';

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
/** Somebody has open what the request writes, for as many requests. */
const locked = z.strictObject({
	fault: z.literal('locked'),
	status_code: z.union([
		z.literal(3170),
		z.literal(3175),
		z.literal(3176),
		z.literal(3180),
		z.literal(3185),
	]),
	times,
	request,
});
/** The request processor reports an error instead of an answer. */
const hresult = z.strictObject({
	fault: z.literal('hresult'),
	hresult: z
		.string()
		.refine((code) => Object.hasOwn(hresults, code), 'It is a code such as 0x8004041C.'),
	/** Whether the request takes effect before. It does by default if QuickBooks leaves that open. */
	carried_out: z.boolean().optional(),
	times,
	request,
});
/** The request is carried out, and QuickBooks warns of something. */
const warned = z.strictObject({
	fault: z.literal('warned'),
	status_code: z.union([
		z.literal(501),
		z.literal(530),
		z.literal(531),
		z.literal(550),
		z.literal(560),
		z.literal(570),
	]),
	/** What the warning is about, such as the name of a field. */
	about: z.array(z.string().max(100)).max(2).default([]),
	times,
	request,
});
const unanswered = z.strictObject({
	fault: z.literal('unanswered'),
	/** Whether the connector disappears without closing its session, as when its computer is switched off. */
	silent: z.boolean().default(false),
	/** Whether the request takes effect before. It does, unless this is false. */
	carried_out: z.boolean().optional(),
	/** Whether QuickBooks keeps the answer, so that the service can ask for it. It doesn't, unless this is true. */
	kept: z.boolean().optional(),
	times,
	request,
});
/** The service gets the answer, but the connector does not hear that it did (QBWC1042). */
const unheard = z.strictObject({ fault: z.literal('unheard'), times, request });
/** The session is not closed when its work is done (QBWC1015). */
const unclosed = z.strictObject({ fault: z.literal('unclosed'), times });
/** The answer of a message set with an ID is not remembered (9005). */
const unstored = z.strictObject({ fault: z.literal('unstored'), times, request });
const lostIterator = z.strictObject({ fault: z.literal('lost_iterator'), times });
const slow = z.strictObject({ fault: z.literal('slow'), seconds, times, request });

/** The faults that a simulated desktop can have, as they are sent over HTTP. */
export const faultSchema = z
	.discriminatedUnion('fault', [
		offline,
		busy,
		refused,
		locked,
		warned,
		hresult,
		unanswered,
		unheard,
		unclosed,
		unstored,
		lostIterator,
		slow,
	])
	.refine(
		(fault) =>
			fault.fault !== 'hresult' ||
			!fault.carried_out ||
			hresults[fault.hresult]?.carriedOut !== 'no',
		'With this code, nothing is ever carried out.',
	);

export type Fault = z.infer<typeof faultSchema>;
export type FaultName = Fault['fault'];
