import { request } from 'undici';

const attribute = (element: string, name: string): string | undefined =>
	new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1];

const elements = (html: string, name: string): string[] =>
	html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? [];

/**
 * Leaves the onboarding page by its link or form of the given name, as a customer does.
 * @returns where the customer is sent
 */
export async function leaveOnboarding(link: string, way: 'cancel' | 'finish'): Promise<string> {
	const html = await (await request(link)).body.text();
	const ends = (element: string, name: string) => attribute(element, name)?.endsWith(`/${way}`);
	const anchor = elements(html, 'a').find((each) => ends(each, 'href'));
	const form = elements(html, 'form').find((each) => ends(each, 'action'));
	const address = anchor ? attribute(anchor, 'href') : form && attribute(form, 'action');
	if (address === undefined) throw new Error(`The onboarding page has no way to ${way}.`);
	const { statusCode, headers, body } = await request(new URL(address, link), {
		method: anchor ? 'GET' : 'POST',
	});
	await body.dump();
	if (statusCode < 300 || statusCode >= 400)
		throw new Error(`The onboarding page answered ${statusCode} to ${way}.`);
	return String(headers.location);
}
