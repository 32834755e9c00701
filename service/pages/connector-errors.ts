import { hresults } from '../../quickbooks/rules/desktopCodes';

/** An error as the person at the desktop meets it. */
export interface ConnectorError {
	/** As they are shown. The first is the anchor on the page. */
	readonly codes: readonly string[];
	readonly meaning: string;
	readonly action: string;
}

const SEND_US_THE_LOG =
	'Send us the log: in the Web Connector, press View Log and save the file. It holds no password.';
const GET_READY =
	'Start QuickBooks, open the company file and close every window in it that waits for an answer. Then press Update Selected again.';
const LET_US_KNOW = 'You can’t solve this: let us know which code you see.';
const ONCE_MORE =
	'Press Update Selected once more in a few minutes. If it happens again, send us the log: press View Log and save the file.';
const AS_ADMIN =
	'Open the company file as the QuickBooks Admin, in single-user mode. Then press Update Selected again, and answer what QuickBooks asks as step 4 shows.';

/** What the Web Connector itself says. */
export const connectorErrors: readonly ConnectorError[] = [
	{
		codes: ['QBWC1000'],
		meaning: 'Two addresses in the connector file don’t belong together.',
		action:
			'Download the connector file again, from the link that you were sent, and add that one.',
	},
	{
		codes: ['QBWC1001', 'QBWC1002'],
		meaning:
			'The connector file holds an address that is a number, and the Web Connector wants a name.',
		action: LET_US_KNOW,
	},
	{
		codes: ['QBWC1003', 'QBWC1004'],
		meaning: 'The Web Connector can’t reach this page, the one you are reading.',
		action:
			'Open this page in the browser of the computer with QuickBooks. If it doesn’t open there, a firewall, a proxy or the internet connection is in the way. If it does, download the connector file again and add that one.',
	},
	{
		codes: ['QBWC1005', 'QBWC1006', 'QBWC1033'],
		meaning: 'The Web Connector can’t write its log, so it doesn’t start.',
		action:
			'Close it, make sure that the disk is not full, and start it with a right click and “Run as administrator” once. If that doesn’t help, rename the file QWCLog.txt and start it again.',
	},
	{
		codes: ['QBWC1007', 'QBWC1008', 'QBWC1009'],
		meaning: 'The Web Connector couldn’t get through to QuickBooks.',
		action: GET_READY,
	},
	{
		codes: ['QBWC1010'],
		meaning: 'The address in the connector file begins with http:// instead of https://.',
		action: LET_US_KNOW,
	},
	{
		codes: ['QBWC1011', 'QBWC1032'],
		meaning: 'The Web Connector’s list is not up to date.',
		action:
			'Exit the Web Connector (File → Exit) and start it again. If the connection is no longer in the list, add the connector file again.',
	},
	{
		codes: ['QBWC1012'],
		meaning:
			'Signing in didn’t work, most often because our address couldn’t be reached. It is rarely the password: a wrong password is QBWC1040.',
		action:
			'Open this page in the browser of the computer with QuickBooks. If the browser warns of the certificate, or the page doesn’t open: check the computer’s date and time, and let Windows and the Web Connector update themselves (old ones can’t do TLS 1.2). A proxy or a virus scanner can be in the way too. Otherwise, wait a few minutes and press Update Selected again.',
	},
	{
		codes: ['QBWC1013'],
		meaning:
			'The Web Connector reached us, but QuickBooks didn’t open the company file. The message says why.',
		action: `${GET_READY} If the message has a code that begins with 0x8004, look it up below.`,
	},
	{
		codes: ['QBWC1014'],
		meaning: 'QuickBooks didn’t say which company is open.',
		action: `${GET_READY} If it happens again, restart QuickBooks and the Web Connector.`,
	},
	{
		codes: ['QBWC1015'],
		meaning:
			'Everything has been exchanged, but the Web Connector and QuickBooks didn’t say goodbye properly.',
		action:
			'Nothing, if it happens once. If it happens every time, restart QuickBooks and the Web Connector.',
	},
	{
		codes: ['QBWC1016', 'QBWC1018', 'QBWC1019'],
		meaning: 'No connection is ticked, or the list is empty.',
		action:
			'Tick the box in front of the connection and press Update Selected again. If the list is empty, add the connector file first (step 3).',
	},
	{
		codes: ['QBWC1017', 'QBWC1031'],
		meaning: 'Several connections ran, or one ran by itself, and not all went well.',
		action:
			'Tick only this connection, press Update Selected, and look up the code that it shows then.',
	},
	{
		codes: ['QBWC1020'],
		meaning: 'You are closing the Web Connector, so nothing will run by itself any more.',
		action: 'Press No, and let it run. It can be minimised.',
	},
	{
		codes: ['QBWC1021', 'QBWC1034'],
		meaning: 'A part of QuickBooks that the Web Connector needs is missing or broken.',
		action:
			'Install the newest Web Connector again, then restart the computer. If that doesn’t help, repair QuickBooks in Windows’ settings.',
	},
	{
		codes: ['QBWC1022', 'QBWC1023', 'QBWC1024'],
		meaning:
			'While the connection was being added, the Web Connector couldn’t get through to QuickBooks.',
		action:
			'Start QuickBooks, open the company file as its Admin and close every window in it that waits for an answer. Then open the connector file again.',
	},
	{
		codes: ['QBWC1025', 'QBWC1026', 'QBWC1027'],
		meaning: 'QuickBooks couldn’t mark the company file as belonging to this connection.',
		action: `${AS_ADMIN} If it happens again, it may be marked already: see QBWC1039.`,
	},
	{
		codes: ['QBWC1028', 'QBWC1029', 'QBWC1038'],
		meaning: 'The Web Connector can’t read the password that it has saved.',
		action:
			'Enter the password again, press Enter, and answer Yes when you are asked whether to save it.',
	},
	{
		codes: ['QBWC1030'],
		meaning: 'The Web Connector has no password for the connection.',
		action:
			'Enter it in the column Password, press Enter, and let the Web Connector save it (step 5).',
	},
	{
		codes: ['QBWC1035'],
		meaning:
			'The connector file was made for the computer on which our service runs, and this is another one.',
		action: LET_US_KNOW,
	},
	{
		codes: ['QBWC1036', 'QBWC1037', 'QBWC1046'],
		meaning: 'Your Web Connector’s version doesn’t suit, or it couldn’t be checked.',
		action: 'Install the newest Web Connector, then press Update Selected again.',
	},
	{
		codes: ['QBWC1039'],
		meaning:
			'The connection couldn’t be added. Either QuickBooks has not been asked for permission by its Admin, or the company file already belongs to a connection that was removed (“Unique OwnerID/FileID pair value required”).',
		action:
			'First: open the company file as its Admin, in single-user mode, and open the connector file again. If the message speaks of a unique pair: if the connection is still in the list, keep that one and only enter the new password. If it is not, Intuit’s CP3 tool removes the old mark from the company file (“Remove Stamp”). On a hosted QuickBooks, whoever hosts it does that.',
	},
	{
		codes: ['QBWC1040', 'Invalid password for username'],
		meaning: 'The password is not the right one. Making a new one stops the old one from working.',
		action:
			'Make a new password on the page that you were sent (step 5), copy it without spaces, enter it in the Web Connector, press Enter and save it.',
	},
	{
		codes: ['QBWC1041', 'QBWC1042', 'QBWC1043', 'QBWC1044', 'QBWC1045'],
		meaning: 'The connection to us was lost in the middle of the exchange, or we made a mistake.',
		action: `${ONCE_MORE} What was being written at that moment is shown to whoever sent you here, and is not written again by itself.`,
	},
	{
		codes: ['QBWC1048'],
		meaning: 'The Web Connector can’t check our certificate.',
		action:
			'Check the computer’s date and time, and open this page in its browser. If the browser warns of the certificate too, let us know. If it doesn’t, let Windows update itself, and look for a virus scanner that checks encrypted connections.',
	},
	{
		codes: ['QBWC1085'],
		meaning: 'The last run of the connection had a problem, or the Web Connector’s log is damaged.',
		action: `Exit the Web Connector, rename the file QWCLog.txt (its folder is C:\\ProgramData\\Intuit\\QBWebConnector\\log), and start it again. ${SEND_US_THE_LOG}`,
	},
];

/** What QuickBooks says through the Web Connector, where there is more to say than the table of its codes has. */
const explained: readonly ConnectorError[] = [
	{
		codes: ['0x80040400'],
		meaning: 'QuickBooks didn’t understand a request of ours.',
		action: 'Nothing: this is not your fault. Whoever sent you here sees which request it was.',
	},
	{
		codes: ['0x80040401', '0x80040402', '0x80040408'],
		meaning: 'QuickBooks couldn’t be started, or didn’t let anybody in.',
		action:
			'Start QuickBooks yourself and open the company file. If QuickBooks runs already: it has to run for the same Windows user as the Web Connector, and both with the same rights (neither or both “as administrator”). If a QuickBooks hangs in the background, restart the computer. If the company file was moved or renamed, move the connection to it on the page of the connection.',
	},
	{
		codes: ['0x8004040A'],
		meaning: 'Another company file is open in QuickBooks.',
		action:
			'Open the company file that belongs to this connection, or close the other one. If it is the same file in another place, move the connection to it on the page of the connection.',
	},
	{
		codes: ['0x8004040D'],
		meaning: 'QuickBooks was closed or restarted in the middle of the exchange.',
		action: 'Press Update Selected again.',
	},
	{
		codes: ['0x80040410', '0x80040422'],
		meaning:
			'The company file is open in single-user mode, by somebody else or in another way than the connection needs.',
		action:
			'Switch to multi-user mode (File → Switch to Multi-user Mode), or wait until the other person is done.',
	},
	{
		codes: ['0x80040414'],
		meaning: 'A window in QuickBooks waits for an answer, for example one that offers an update.',
		action: 'Answer or close it. The Web Connector tries again at its next run.',
	},
	{
		codes: ['0x80040416', '0x80040417'],
		meaning: 'QuickBooks is not running, or no company file is open.',
		action:
			'Start QuickBooks and open the company file. To let it work without QuickBooks open, choose “Yes, always” as step 4 shows.',
	},
	{
		codes: ['0x80040418', '0x8004041A', '0x80040420'],
		meaning: 'QuickBooks has not been given permission for this connection, or it was taken away.',
		action:
			'Open the company file as its Admin, in single-user mode. Choose Edit → Preferences → Integrated Applications → Company Preferences, select the connection, press Properties, and tick that it may read and modify the company file and log in automatically.',
	},
	{
		codes: ['0x8004041B'],
		meaning: 'QuickBooks couldn’t lock the company file for a moment.',
		action:
			'Look in QuickBooks whether the request was carried out, and queue it again if it was not.',
	},
	{
		codes: ['0x80040424'],
		meaning: 'QuickBooks is still starting.',
		action: 'Wait until it is there. The Web Connector tries again at its next run.',
	},
];

const isExplained = (code: string): boolean => explained.some(({ codes }) => codes.includes(code));

/** What QuickBooks and Windows say through the Web Connector. */
export const quickBooksErrors: readonly ConnectorError[] = [
	...explained,
	...Object.entries(hresults)
		.filter(([code]) => !isExplained(code))
		.map(([code, { means, todo }]) => ({
			codes: [code],
			meaning: `${means.charAt(0).toUpperCase()}${means.slice(1)}.`,
			action: todo,
		})),
].sort((one, other) => (one.codes[0] < other.codes[0] ? -1 : 1));

/** What the column Last Result says without a code. */
export const results: readonly ConnectorError[] = [
	{
		codes: ['No data exchange'],
		meaning: 'Everything is in order: there is nothing to do at the moment.',
		action: 'Nothing.',
	},
	{
		codes: ['Application busy'],
		meaning:
			'Another session of this connection is still open: on another computer, or because the last one broke off.',
		action: 'Wait. A session that broke off ends by itself, after half an hour at most.',
	},
	{
		codes: ['This connection belongs to the company file …'],
		meaning:
			'Another company file is open than the one that was connected. Nothing was written to it.',
		action:
			'Open the right one. If the company file has moved, or its name was changed, make a new password: the connection then belongs to the file that is open next.',
	},
	{
		codes: ['Nothing happens'],
		meaning:
			'The Web Connector runs only while you are signed in to Windows, and by itself only with Auto-Run.',
		action:
			'Start it from the Start menu, tick Auto-Run, and leave it running, minimised if you like.',
	},
];
