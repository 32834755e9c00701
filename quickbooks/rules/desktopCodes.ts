import type { Certainty } from './rule';
import { statusIn } from './statuses';

/** What a code says that the desktop reports instead of an answer. */
export interface DesktopCode {
	/** A clause without a full stop. */
	means: string;
	/** Whether the request that it comes in place of has been carried out. */
	carriedOut: 'yes' | 'no' | 'unknown';
	/** Whether the same request can pass later. */
	passes: 'by itself' | 'once somebody acts' | 'no' | 'perhaps';
	/** What somebody at the desktop does. */
	todo: string;
	certainty: Certainty;
}

type Row = readonly [
	carriedOut: DesktopCode['carriedOut'],
	passes: DesktopCode['passes'],
	means: string,
	todo: string,
	certainty?: Certainty,
];

const tableOf = (rows: Readonly<Record<string, Row>>): Readonly<Record<string, DesktopCode>> =>
	Object.fromEntries(
		Object.entries(rows).map(([code, row]) => {
			const [carriedOut, passes, means, todo, certainty = 'likely'] = row;
			return [code, { carriedOut, passes, means, todo, certainty }];
		}),
	);

const ASK_VENDOR = 'Ask whoever made the application.';
const REPAIR = 'Repair or reinstall QuickBooks.';
const START = 'Start QuickBooks and open the company file.';
const AUTHORIZE =
	'As Admin, with the company file open: Edit > Preferences > Integrated Applications, and allow the application.';
const ACT = 'once somebody acts';

/**
 * The HRESULTs of the request processor, and those of Windows that come in its place. From: Intuit, error codes and supporting your
 * user; QbConnectService, pitfalls; Clearify; public notes of a live bridge.
 */
export const hresults = tableOf({
	'0x80040400': [
		'no',
		'no',
		'the qbXML could not be read or is not valid, so the whole set is refused',
		'Nothing: whoever sends the requests has to mend them.',
		'sure',
	],
	'0x80040401': ['no', 'perhaps', 'QuickBooks could not be reached', START],
	'0x80040402': [
		'unknown',
		'perhaps',
		'an unexpected error; qbsdklog.txt has the details',
		'Look in QuickBooks whether the request was carried out.',
	],
	'0x80040403': [
		'no',
		'perhaps',
		'the company file could not be opened',
		'Check the path of the company file.',
		'unsure',
	],
	'0x80040404': ['no', 'no', 'this QuickBooks has no support for qbXML', REPAIR, 'unsure'],
	'0x80040405': ['no', 'no', 'parts of QuickBooks are missing', REPAIR, 'unsure'],
	'0x80040407': ['no', 'no', 'QuickBooks is not installed completely', REPAIR, 'unsure'],
	'0x80040408': [
		'no',
		'perhaps',
		'QuickBooks could not be started: another Windows user, other rights, or a company file that was moved',
		'Open QuickBooks by hand, as the same Windows user and with the same rights as the Web Connector.',
		'sure',
	],
	'0x80040409': [
		'no',
		'no',
		'this version of QuickBooks cannot work with the company file',
		'Open the version that belongs to the company file.',
	],
	'0x8004040A': [
		'no',
		ACT,
		'another company file is open',
		'Open the company file that belongs to the connection.',
		'sure',
	],
	'0x8004040D': [
		'unknown',
		'by itself',
		'the session is no longer valid, as after a restart of QuickBooks',
		'Look in QuickBooks whether the request was carried out.',
	],
	'0x80040410': [
		'no',
		ACT,
		'the company file is open in another mode than was asked for',
		'Switch between single-user and multi-user mode.',
	],
	'0x80040414': [
		'no',
		ACT,
		'a window in QuickBooks waits for an answer',
		'Answer or close the window.',
		'sure',
	],
	'0x80040416': ['no', ACT, 'QuickBooks is not running, and no company file was named', START],
	'0x80040417': ['no', ACT, 'no company file is open', START, 'unsure'],
	'0x80040418': ['no', ACT, 'the application has never been allowed here', AUTHORIZE],
	'0x80040419': ['no', 'no', 'the application’s certificate is not valid', ASK_VENDOR, 'unsure'],
	'0x8004041A': ['no', ACT, 'the application is not allowed to open this company file', AUTHORIZE],
	'0x8004041B': [
		'no',
		'by itself',
		'QuickBooks could not lock what it needs',
		'Close what is open in QuickBooks.',
	],
	'0x8004041C': [
		'unknown',
		'perhaps',
		'an internal error while the company file was used; seen with the bill saved',
		'Look in QuickBooks whether the request was carried out.',
		'sure',
	],
	'0x8004041D': [
		'no',
		ACT,
		'the application may not log in while QuickBooks is closed',
		'Open the company file, or choose “Allow this application to login automatically”.',
	],
	'0x8004041E': ['no', 'no', 'the application’s certificate has expired', ASK_VENDOR],
	'0x8004041F': ['no', 'no', 'this edition (Basic) has no support for applications', 'Upgrade.'],
	'0x80040420': ['no', ACT, 'somebody refused the application or took its permission', AUTHORIZE],
	'0x80040421': ['unknown', 'perhaps', 'a message in QuickBooks’ own words', 'Read the message.'],
	'0x80040422': [
		'no',
		ACT,
		'single-user mode is needed, and others have the company file open',
		'Switch to single-user mode.',
	],
	'0x80040423': [
		'no',
		'no',
		'this version of qbXML is not supported',
		'Nothing: whoever sends the requests has to choose an older version.',
	],
	'0x80040424': ['no', 'by itself', 'QuickBooks is still starting', 'Wait.'],
	'0x80040425': ['no', 'no', 'a parameter of the call is wrong', ASK_VENDOR, 'unsure'],
	'0x80040426': ['no', 'no', 'scripts are not allowed', ASK_VENDOR, 'unsure'],
	'0x80040427': ['no', ACT, 'QuickBooks has not been registered', 'Register QuickBooks.'],
	'0x8004042A': [
		'no',
		ACT,
		'remote access is not allowed',
		'Allow remote access, or run the Web Connector on the same computer.',
	],
	'0x8004042C': ['no', 'no', 'the application’s certificate was revoked', ASK_VENDOR],
	'0x80040154': [
		'no',
		'no',
		'a part of the SDK is not registered in Windows',
		'Install QuickBooks or the Web Connector again.',
	],
	'0x80010105': [
		'unknown',
		'perhaps',
		'QuickBooks failed as a server, as seen when another file is being opened',
		'Restart QuickBooks, and look whether the request was carried out.',
	],
});

/**
 * The codes of the Web Connector itself. From: Intuit, Web Connector Programmer’s Guide, appendix A. Whether the request was carried
 * out is partly deduced.
 */
export const connectorCodes = tableOf({
	QBWC1012: [
		'no',
		'perhaps',
		'authenticate() failed',
		'See that the service can be reached.',
		'sure',
	],
	QBWC1013: [
		'no',
		'perhaps',
		'QuickBooks could not be opened; connectionError() follows with an HRESULT',
		'See the HRESULT.',
		'sure',
	],
	QBWC1014: [
		'no',
		ACT,
		'QuickBooks did not answer the first questions about host, company and preferences',
		AUTHORIZE,
		'sure',
	],
	QBWC1015: [
		'yes',
		'no',
		'the session with QuickBooks did not end properly, after all work was done and answered',
		'Nothing.',
	],
	QBWC1031: ['unknown', 'perhaps', 'a scheduled run ended with an error', 'See the log.'],
	QBWC1041: [
		'no',
		'by itself',
		'sendRequestXML() failed or took too long; the service may believe that the request was handed over',
		'See that the service can be reached.',
	],
	QBWC1042: [
		'yes',
		'no',
		'receiveResponseXML() failed or took too long, after QuickBooks had carried the request out',
		'See that the service can be reached. Look in QuickBooks before anything is written again.',
	],
	QBWC1043: ['yes', 'no', 'getLastError() failed; earlier requests stand', 'Nothing.'],
	QBWC1044: ['yes', 'no', 'closeConnection() failed; earlier requests stand', 'Nothing.'],
	QBWC1045: ['no', 'perhaps', 'connectionError() failed', 'See that the service can be reached.'],
});

/** What is known of a code that the desktop reports instead of an answer, however a service shows it. */
export function desktopCodeOf(code: unknown): DesktopCode | undefined {
	const status = statusIn(code) ?? '';
	return hresults[status] ?? connectorCodes[status];
}
