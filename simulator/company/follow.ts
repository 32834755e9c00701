import { type RuleName, rules } from '../../quickbooks/rules';
import { touch } from './identifiers';
import { Refusal, type RefusalCode } from './refusal';
import type { Company } from './types';

/** Whether a company file follows a rule. Only those on which sources disagree can be left. */
export const follows = ({ contrary }: Pick<Company, 'contrary'>, name: RuleName): boolean =>
	!contrary.includes(name);

/**
 * Told what QuickBooks warns of although it carries a request out.
 * @param values what fills in the placeholders of the status's message
 */
export type Warn = (name: RuleName, ...values: string[]) => void;

/**
 * The refusal that a rule names.
 * @param values what fills in the placeholders of the status's message; what the rule says itself comes after them
 */
export function refusedBy(name: RuleName, ...values: string[]): Refusal {
	const { status, saying } = rules[name];
	if (status === undefined) throw new Error(`The rule ${name} refuses nothing.`);
	return new Refusal(status as RefusalCode, ...values, ...(saying === undefined ? [] : [saying]));
}

/** Marks a record of which only a balance has moved as modified, where the company file does that. */
export function touchForBalance(
	company: Pick<Company, 'contrary'>,
	record: Parameters<typeof touch>[0],
	moment: Date,
): void {
	if (!follows(company, 'balances-move-in-silence')) touch(record, moment);
}
