import {
	type Advice,
	adviceByApplicationStatus as byStatus,
	adviceByCode,
	adviceByNetworkCode,
	adviceOfDesktop,
	desktopTrouble,
	headlineOf,
	notOpenForPayment,
} from '../../../../queue/calls/advice';

const NOT_FOUND =
	'Object "1-1" specified in the request cannot be found.  QuickBooks error message: Invalid argument.';

describe('a headline', () => {
	it.each<[said: string, advice: Advice, headline: string]>([
		[
			'The queued request was not found.',
			adviceByCode.not_found,
			'The queued request does not exist, was deleted, or belongs to another API key.',
		],
		[
			'write EPROTO 8:error:0A00010B:SSL routines::Wrong version number',
			adviceByNetworkCode.EPROTO,
			'This address speaks http, not https.',
		],
		[
			'The string "a\nb" in the field "Memo" is too long.  The maximum length allowed is 4095.',
			byStatus[3070],
			'The text for Memo is too long for that field.',
		],
		[
			'The name "Smith" of the list element is already in use.',
			byStatus[3100],
			'The name "Smith" is taken already.',
		],
		[NOT_FOUND, byStatus[3120], 'QuickBooks can\'t find "1-1".'],
		[
			'There is an invalid reference to QuickBooks Customer "Smith" in the Invoice.  QuickBooks error message: Invalid argument.',
			byStatus[3140],
			'QuickBooks has no Customer "Smith", which the Invoice refers to.',
		],
	])('repeats what "%s" names', (said, advice, headline) => {
		expect(headlineOf(advice, said)).toBe(headline);
	});

	it.each<[said: string, advice: Advice]>([
		['', byStatus[3120]],
		['Es gibt kein Objekt "1-1".', byStatus[3120]],
		['The record is in use.', byStatus[3175]],
	])('says what it means where "%s" names nothing', (said, advice) => {
		expect(headlineOf(advice, said)).toBe(advice.means);
	});

	it("names what a payment can't be for", () => {
		expect(headlineOf(notOpenForPayment, NOT_FOUND)).toMatch(
			/^This payment can't be for "1-1": it is paid already, /,
		);
	});
});

test('the advice of the nodes says what a code means, and that nobody knows the outcome', () => {
	expect(adviceOfDesktop('0x8004041C')).toEqual({
		means:
			'An internal error while the company file was used; seen with the bill saved. Nobody knows whether QuickBooks carried out the request.',
		todo: desktopTrouble.todo,
	});
	expect(adviceOfDesktop('0x80049999')).toBe(desktopTrouble);
});

test('where somebody has to act at the desktop first, the advice says how', () => {
	expect(adviceOfDesktop('0x80040414').todo).toBe(
		`Answer or close the window. ${desktopTrouble.todo}`,
	);
});
