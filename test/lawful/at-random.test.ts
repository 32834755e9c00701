import './support/fast-time';

import { assert, asyncProperty, nat, uniqueArray } from 'fast-check';

import { readings } from './service';
import { at } from './support/place';
import { asleep, buttons, everyDay, lostAnswers, severalAtOnce } from './support/situations';
import { updates } from './support/updates';

/** How many combinations are tried. */
const { LAWFUL_RUNS = '20' } = process.env;

const situations = [
	...everyDay,
	...lostAnswers,
	...buttons,
	...severalAtOnce,
	...asleep,
	...updates,
];

test(
	'several readings at once, and anything that happens: whole, or loud',
	async () => {
		const several = uniqueArray(nat(readings.length - 1), { minLength: 2, maxLength: 4 });
		await assert(
			asyncProperty(several, nat(situations.length - 1), async (chosen, index) => {
				const reading = Object.assign({}, ...chosen.map((each) => readings[each][1])) as object;
				await at(reading, situations[index].play);
			}),
			{ numRuns: Number(LAWFUL_RUNS), endOnFailure: true },
		);
	},
	Number(LAWFUL_RUNS) * 20_000,
);
