/**
 * What the connector reports (as an HRESULT) when the accounting application could not take a request at all, so that
 * the request may safely go out again later. Any other code ends the request: its effect may have happened.
 */
const busyReasons: Readonly<Record<string, string>> = {
	'0X80040408': 'The accounting application could not be started.',
	'0X8004040A': 'Another company file is open.',
	'0X80040410': 'The company file is open in another mode.',
	'0X80040414': 'A dialog is open in the accounting application.',
	'0X80040416': 'The accounting application is not running.',
	'0X80040417': 'The company file is not open.',
	'0X8004041A': 'The administrator has not granted access to the company file yet.',
	'0X8004041B': 'The company file could not be locked.',
	'0X80040422': 'The company file is in use in single-user mode.',
	'0X80040424': 'The accounting application is still starting.',
};

/**
 * Why the application could not take a request now; undefined when the code does not mean that.
 * @param hresult as the connector writes it, such as `0x80040414`
 */
export const busyReason = (hresult: string): string | undefined =>
	busyReasons[hresult.trim().toUpperCase()];
