import { isUrl } from '../../../../quickbooks/form/isUrl';
import { isUrl as isUrlOfService } from '../../../../service/network/is-url';

/** After about this many calls, Node.js optimises functions. */
const OFTEN = 100_000;

it.each([
	['of the nodes', isUrl],
	['of the service', isUrlOfService],
])('the check %s takes letters that are not ASCII, however often it is asked', (_case, check) => {
	let taken = 0;
	for (let call = 0; call < OFTEN; call += 1)
		if (check('https://bücher.example/rücksendung')) taken += 1;

	expect(taken).toBe(OFTEN);
	expect(check('no address')).toBe(false);
});
