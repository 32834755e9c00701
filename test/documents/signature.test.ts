import { textOf } from '../../docs/pages';
import { SIGNATURE_HEADER, TOLERANCE } from '../../queue/deliveries/signature';

test.each<[page: string, words: RegExp]>([
	['docs/interface.md', /a time that is more than (\d+) seconds away/],
	['docs/trigger.md', /A signature more than (\d+) seconds away/],
	['docs/troubleshooting.md', /clock is more than (\d+) seconds off/],
	['SECURITY.md', /in constant time, within (\d+) seconds/],
])('%s says how far the time of a signature may be off', (page, words) => {
	const [, seconds] = words.exec(textOf(page).replace(/\s+/g, ' ')) ?? [];
	expect(seconds).toBe(String(TOLERANCE));
});

test('the interface names the header of a signature', () => {
	expect(textOf('docs/interface.md')).toContain(`header \`${SIGNATURE_HEADER}: t=…,v1=…\``);
});
