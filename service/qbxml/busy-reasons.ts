import { statusIn } from '../../quickbooks/rules/statuses';

/**
 * The HRESULTs that a connector reports when the accounting application could not accept a request at all. Such a request
 * can safely be sent again. Any other code ends the request, because it may have taken effect.
 */
const busyReasons: Readonly<Record<string, string>> = {
	'0x80040408': 'The accounting application could not be started.',
	'0x8004040A': 'Another company file is open.',
	'0x80040410': 'The company file is open in another mode.',
	'0x80040414': 'A dialog is open in the accounting application.',
	'0x80040416': 'The accounting application is not running.',
	'0x80040417': 'The company file is not open.',
	'0x8004041A': 'The administrator has not granted access to the company file yet.',
	'0x80040422': 'The company file is in use in single-user mode.',
	'0x80040424': 'The accounting application is still starting.',
};

/**
 * Why the application could not accept a request; undefined when the code means something else.
 * @param hresult as the connector writes it, such as `0x80040414`, or as a decimal number
 */
export const busyReason = (hresult: string): string | undefined =>
	busyReasons[statusIn(hresult) ?? ''];
