import { FormError } from '../../../quickbooks/form/formError';
import { isUrl } from '../../../quickbooks/form/isUrl';
import { withoutSurroundings } from './credential';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The service's base address (interface, section 9), without a slash at its end.
 * @throws FormError if it is not a web address, or if the API key would go to another machine unencrypted. The error
 * does not repeat the input, because keys get pasted into the wrong field.
 */
export function serviceAddress(baseUrl: unknown): string {
	const given = withoutSurroundings(baseUrl);
	if (given === '') {
		throw new FormError(
			'The credential has no Base URL.',
			'Open the credential and enter the address of the service, which ends in /api/v1.',
		);
	}
	if (!isUrl(given)) {
		throw new FormError(
			"The credential's Base URL isn't a valid address.",
			'Open the credential and enter the whole address, such as https://sync.example.com/api/v1.',
		);
	}
	const { protocol, hostname, username, search, hash } = new URL(given);
	if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) {
		throw new FormError(
			"The credential's Base URL must start with https://.",
			'Without it, the API key would travel unencrypted. Plain http:// is accepted only for a service on this computer: http://localhost or http://127.0.0.1.',
		);
	}
	if (username !== '' || search !== '' || hash !== '') {
		throw new FormError(
			"The credential's Base URL must be a plain address without a user name, a question mark or a hash.",
			'Open the credential and enter just the address, such as https://sync.example.com/api/v1.',
		);
	}
	return given.replace(/(?<!\/)\/+$/, '');
}
