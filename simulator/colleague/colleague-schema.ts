import { z } from 'zod';

import { changeableKinds, fieldNames } from './changeable';

const someOf = (names: readonly string[]) =>
	z
		.array(z.string().refine((name) => names.includes(name), `It is one of ${names.join(', ')}.`))
		.min(1)
		.optional();

/** How a colleague works, as it is sent over HTTP. */
export const colleagueSchema = z.strictObject({
	seed: z.number().int().default(1),
	/** Before every how many requests something is changed. */
	every_requests: z.number().int().min(1).default(1),
	/** How often it is a record that the request names, if it names one. */
	same_record_percent: z.number().int().min(0).max(100).default(50),
	/** The kinds of records that are changed, such as Customer and Invoice; all unless given. */
	kinds: someOf(changeableKinds.map(({ name }) => name)),
	/** The fields that are changed, such as Memo and Desc; all of them unless given. */
	fields: someOf(fieldNames),
});

export type ColleagueSettings = z.infer<typeof colleagueSchema>;
