import { type RuleName, rules } from '../../../quickbooks/rules';
import { createCompany } from '../../../simulator/company/seed/create-company';
import { type Desk, openDesk } from './ask';

/**
 * Tests that the simulated desktop does what a rule says, on a company file of its own. A rule on which sources disagree is
 * played both ways.
 * @param play gets a desk to ask at, and whether its company file follows the rule
 */
export function rule(
	name: RuleName,
	play: (desk: Desk, isFollowed: boolean) => void | Promise<void>,
): void {
	const { source, simulated } = rules[name];
	for (const isFollowed of simulated === 'both ways' ? [true, false] : [true]) {
		test(`${name}${isFollowed ? '' : ', the other way'} (${source})`, async () => {
			const now = () => new Date('2026-02-03T04:05:06Z');
			const company = createCompany({ now });
			await play(openDesk({ ...company, contrary: isFollowed ? [] : [name] }), isFollowed);
		});
	}
}
