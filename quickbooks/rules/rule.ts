/**
 * How sure it is that QuickBooks does this: seen in live company files or stated by Intuit, stated by somebody who should know,
 * stated by one of several sources that disagree, or only believed by the author of the simulated desktop.
 */
export type Certainty = 'sure' | 'likely' | 'unsure' | 'believed';

/**
 * Whether the simulated desktop does this. Where sources disagree it can do both (`company.contrary` names the rules that a
 * company file does not follow), and tests play both.
 */
type Simulated = 'yes' | 'both ways' | { not: string };

/** Something that QuickBooks does and that the schema of qbXML does not say. */
export interface Rule {
	/** A record in people's words, such as `Invoices`, or a subject that several records share. */
	of: string;
	/** The requests, such as `ReceivePaymentAdd`. Empty if it is about all. */
	requests: readonly string[];
	/** The element that it is about, if there is one. */
	element?: string;
	/** In which case: a clause that follows "when". Left out if always. */
	when?: string;
	/** What QuickBooks does then: a sentence. */
	does: string;
	/** The status that it answers with: a warning from 500, a refusal from 1000. */
	status?: number;
	/** What QuickBooks says in its own words at the end of the status's message. */
	saying?: string;
	source: string;
	certainty: Certainty;
	simulated: Simulated;
}
