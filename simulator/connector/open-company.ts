import type { SoapClient } from './soap';

/** The service may name this many other files before the connector gives up. */
const MAXIMUM_TRIES = 3;

const otherFileIsOpen = {
	hresult: '0x8004040A',
	message:
		'A QuickBooks company data file is already open and it is different from the one requested.',
};

/**
 * Opens the company file that the service wants: none named means the one that is open. For another one the
 * connector calls connectionError, upon which the service gives up (`done`) or names a file to try instead.
 * @returns whether the file that is open is the one wanted
 */
export async function openCompany(
	client: SoapClient,
	ticket: string,
	wantedFile: string,
	openFile: string,
): Promise<boolean> {
	let wanted = wantedFile;
	for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
		if (wanted === '' || wanted.toLowerCase() === openFile.toLowerCase()) return true;
		[wanted] = await client.call('connectionError', { ticket, ...otherFileIsOpen });
		if (wanted.toLowerCase() === 'done') return false;
	}
	return false;
}
