import type { SoapClient } from './soap-client';

/** How many other files the service may name before the connector gives up. */
const MAXIMUM_TRIES = 3;

const otherFileIsOpen = {
	hresult: '0x8004040A',
	message:
		'A QuickBooks company data file is already open and it is different from the one requested.',
};

/**
 * Opens the company file that the service wants. Without a name, it is the one that is open. For any other one, the connector
 * calls connectionError; the service then gives up (`done`) or names another file to try.
 * @returns whether the open file is the wanted one
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
