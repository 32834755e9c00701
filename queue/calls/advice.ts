import { desktopCodeOf } from '../../quickbooks/rules/desktopCodes';

/** What a failure means and what to do about it, in the user's words. */
export interface Advice {
	/** The headline of the error. n8n shows nothing else in some places, such as in a toast. */
	means: string;
	todo: string;
	/** More exact headlines, by the wording of what was said. They repeat what it names. */
	naming?: readonly (readonly [words: RegExp, headline: string])[];
}

export const checkTheAddress: Advice = {
	means: "That address isn't an Accounting Sync Service.",
	todo: "Check the credential's Base URL: it is the whole address and ends in /api/v1.",
};

/** The five codes of the interface (section 7), and the code for a connector session that ended (section 3). */
export const adviceByCode: Record<string, Advice> = {
	unauthorized: {
		means: 'The service does not know this API key.',
		todo: 'Open the credential, paste the API key again and test it.',
	},
	not_found: {
		means:
			'The service has nothing with this ID: it does not exist, was deleted, or belongs to another API key.',
		naming: [
			[
				/^The ((?:queued |connection )?\w+) was not found\b/,
				'The $1 does not exist, was deleted, or belongs to another API key.',
			],
		],
		todo: 'Choose it from the list again, or check the ID and that the credential is the right one.',
	},
	invalid_request: {
		means: 'The service checked the request and refused it; nothing was queued.',
		todo: 'Correct the field that the service names, and run the node again.',
	},
	invalid_state: {
		means: 'Only requests that are completed, failed or discarded can be deleted.',
		todo: 'Wait until the request has completed, or turn on Force if you accept that the connection may be left inconsistent.',
	},
	connection_active: {
		means: 'The desktop is syncing this connection right now.',
		todo: 'Try again when the sync is over, or have the desktop disconnected first. Force does not help here.',
	},
	connection_error: {
		means:
			'The connection to the desktop broke off while QuickBooks had the request, so nobody knows whether it was carried out.',
		todo: 'Books: Find Out What Happened finds out from the books whether it was, and with Write If Absent writes it if it certainly was not. A Create does so by itself with Options > When the Outcome Is Unknown > Look in the Books.',
	},
};

/** Answers without the interface's error body, by HTTP status. */
export const adviceByStatus: Record<number, Advice> = {
	401: adviceByCode.unauthorized,
	403: {
		means: 'Something in front of the service refused the request.',
		todo: 'Check that the API key is the right one for this address, and that no firewall stands in between.',
	},
	404: checkTheAddress,
	413: {
		means: 'The request is larger than the service takes.',
		todo: 'Send it in smaller parts, for example with fewer lines.',
	},
	429: {
		means: 'The service has received too many requests.',
		todo: 'Wait a while and run the node again, with fewer items at a time.',
	},
	502: {
		means: 'The service could not be reached behind its gateway.',
		todo: 'Wait a moment. Before you run a write again, look under Queued Request whether it was queued.',
	},
	503: {
		means: 'The service is not available at the moment.',
		todo: 'Wait a moment and run the node again.',
	},
	504: {
		means: 'The service did not answer its gateway in time.',
		todo: 'Wait a moment. Before you run a write again, look under Queued Request whether it was queued.',
	},
};

export const serverTrouble: Advice = {
	means: 'The service failed while it handled the request.',
	todo: 'Before you run a write again, look under Queued Request whether it was queued.',
};

export const noConnection: Advice = {
	means: 'The connection to the service broke.',
	todo: 'Check the network. Before you run a write again, look under Queued Request whether it was queued.',
};

const notHttp: Advice = {
	means: 'What answers at this address does not speak http.',
	todo: "Check the credential's Base URL: whether it begins with https://, and the port.",
};

/** What servers that speak https alone answer to http. */
export const speaksHttps: Advice = {
	means: 'This address speaks https, not http.',
	todo: "Write https:// instead of http:// in the credential's Base URL.",
};

const untrusted: Advice = {
	means: "The service's certificate is not one that n8n trusts.",
	todo: 'Ask whoever runs the service for a proper certificate.',
};

const noWay: Advice = {
	means: "The service's network can't be reached from n8n.",
	todo: "Check n8n's network, and that the credential's Base URL is one that n8n can reach.",
};

/** Requests that never reached anybody, by Node's error code. */
export const adviceByNetworkCode: Record<string, Advice> = {
	EPROTO: {
		means:
			'The service does not speak https at this address, or n8n and the service know no common version of it.',
		naming: [
			[/wrong version number|packet length too long/i, 'This address speaks http, not https.'],
		],
		todo: "Write http:// instead of https:// in the credential's Base URL if the service is on the same computer as n8n. Otherwise ask whoever runs the service.",
	},
	HPE_INVALID_CONSTANT: notHttp,
	HPE_INVALID_VERSION: notHttp,
	ECONNREFUSED: {
		means: 'Nothing answers at the address of the service.',
		todo: "Check the credential's Base URL and that the service is running.",
	},
	ENOTFOUND: {
		means: 'There is no such host.',
		todo: "Check the credential's Base URL for a typing error.",
	},
	EAI_AGAIN: {
		means: "The host's name could not be looked up.",
		todo: "Check the network's DNS and the credential's Base URL.",
	},
	EHOSTUNREACH: noWay,
	ENETUNREACH: noWay,
	CERT_HAS_EXPIRED: {
		means: "The service's certificate has expired.",
		todo: 'Ask whoever runs the service to renew it.',
	},
	DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
	SELF_SIGNED_CERT_IN_CHAIN: untrusted,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
	ERR_TLS_CERT_ALTNAME_INVALID: {
		means: "The service's certificate is for another host.",
		todo: "Check the credential's Base URL.",
	},
};

const LOOK_IN_BOOKS =
	'Look in QuickBooks before you write it again. Books: Find Out What Happened finds out from the books whether it was carried out, and with Write If Absent writes it if it certainly was not.';

const OBJECT =
	'Check the spelling in QuickBooks. It may have been deleted or merged; Find gives the current ID.';

/** Status codes of the accounting application that users run into, as the `code` of a queued request's error. */
export const adviceByApplicationStatus: Record<string, Advice> = {
	'0x80040400': {
		means:
			'QuickBooks could not read the request: an element is unknown, out of order, missing or invalid.',
		todo: 'Correct what you have written yourself. Queued without Send Without Checking, the node says of most such elements which one it is, and why.',
	},
	'0x80040423': {
		means: 'This QuickBooks does not know the version of qbXML. Nothing was written.',
		todo: 'Write it in an older qbXML Version, or leave that to the node. The connection shows the newest one that its QuickBooks understands.',
	},
	0: { means: 'QuickBooks carried out the request.', todo: 'There is nothing to do.' },
	1: { means: 'Nothing matches the query.', todo: 'There is nothing to do; the result is empty.' },
	500: {
		means: 'Some of what was asked for by ID or name does not exist; the rest was found.',
		todo: 'Check the IDs or names in the filters.',
	},
	501: {
		means: "QuickBooks can't show something in this version of qbXML, and left it out.",
		todo: 'Choose a newer qbXML Version.',
	},
	530: {
		means:
			'This edition or country of QuickBooks does not have one of the fields. The rest was done.',
		todo: 'Leave the field out, or enter it in QuickBooks.',
	},
	531: {
		means:
			'This edition or country of QuickBooks does not have the value of one of the fields. The rest was done.',
		todo: 'Choose another value, or enter it in QuickBooks.',
	},
	550: {
		means: 'The record was saved, but not its notes.',
		todo: "Add the notes in QuickBooks; don't write the record again.",
	},
	560: {
		means: 'The record was saved. One of its fields is out of use.',
		todo: 'There is nothing to do at the moment.',
	},
	570: {
		means:
			'The link to the other transaction was not made, because that is closed already. A record in the output was saved without it.',
		todo: "Look at both in QuickBooks, and link them there; don't write the record again before you have looked.",
	},
	600: {
		means:
			'QuickBooks has no answer stored for the request, so nobody knows whether an earlier try was carried out.',
		todo: LOOK_IN_BOOKS,
	},
	1000: {
		means: 'QuickBooks had an internal error, and nobody knows whether it wrote anything.',
		todo: LOOK_IN_BOOKS,
	},
	3000: {
		means: "This isn't a valid ID.",
		todo: 'Check the List IDs and Transaction IDs for missing or extra characters.',
	},
	3020: {
		means: "QuickBooks can't read a date or time.",
		todo: 'Check the dates: none may be before 1901, and the times of filters by what was modified must be between 1970 and 2037.',
	},
	3070: {
		means: 'A text is too long for its field.',
		naming: [
			[
				/^The string "(?:.+)" in the field "([^"]+)" is too long/s,
				'The text for $1 is too long for that field.',
			],
		],
		todo: 'Shorten it. QuickBooks never does so by itself.',
	},
	3090: {
		means: "The name can't be stored. It may have a colon, which joins the levels of full names.",
		todo: 'Choose a name without a colon. To put a record below another one, name that one as its parent.',
	},
	3100: {
		means: 'The name is taken already.',
		naming: [
			[
				/^The name "(.+?)" of the list element is already in use/,
				'The name "$1" is taken already.',
			],
		],
		todo: 'Choose another name, or work on the record that has it.',
	},
	3101: {
		means: 'An amount that comes from the request is too large for QuickBooks.',
		todo: 'Check the quantities and rates, and the total.',
	},
	3110: {
		means: "A value isn't one of those that its field allows.",
		todo: 'Choose one of the values that the field allows.',
	},
	3120: {
		means: 'Nothing in the company file has this ID.',
		naming: [
			[/^Object "(.+?)" specified in the request cannot be found/, 'QuickBooks can\'t find "$1".'],
		],
		todo: OBJECT,
	},
	3130: {
		means: 'QuickBooks does not take what the record is to stand below as its parent.',
		naming: [
			[
				/^There is an invalid reference to a parent "(.+?)"/,
				'QuickBooks does not take "$1" as the parent of the record.',
			],
		],
		todo: `${OBJECT} A list has at most five levels.`,
	},
	3140: {
		means:
			'The request refers to something that is not in the company file, such as a customer or an item.',
		naming: [
			[
				/^There is an invalid reference to QuickBooks ([^"]{1,100}) "(.{1,300}?)" in the (.{1,100}?)\.(?:\s|$)/,
				'QuickBooks has no $1 "$2", which the $3 refers to.',
			],
		],
		todo: OBJECT,
	},
	3150: {
		means: 'Something that the request needs is missing.',
		todo: 'Fill in the element that QuickBooks names.',
	},
	3160: {
		means: "The record can't be deleted, because something else uses it.",
		todo: 'Make it inactive instead: Update with Is Active switched off.',
	},
	3161: {
		means: "The record is dated on or before the closing date, so that it can't be deleted.",
		todo: 'Have the closing date moved, or make a correcting entry in an open period.',
	},
	3162: {
		means: 'QuickBooks does this only in single-user mode, such as deleting a list record.',
		todo: 'Switch the company file to single-user mode and run it again. A list record can be made inactive at any time: Update with Is Active switched off.',
	},
	3170: {
		means: 'The record could not be changed, often because something else is using it.',
		todo: 'If QuickBooks gives no other reason, close the record there and queue the request again.',
	},
	3171: {
		means: 'The record is dated on or before the closing date.',
		todo: 'Use a later date, or have the closing date moved.',
	},
	3175: {
		means: 'Someone else is using the record.',
		todo: 'Queue the request again when the record has been closed in QuickBooks.',
	},
	3176: {
		means: 'Someone else is using a record that this one is linked to, such as its customer.',
		todo: 'Queue the request again when the windows with it have been closed in QuickBooks.',
	},
	3180: {
		means: 'QuickBooks could not save the record.',
		todo: 'QuickBooks names the reason; locks and duplicate numbers are the usual ones.',
	},
	3185: {
		means: 'The transaction could not be voided, often because someone has it open.',
		todo: 'Close it in QuickBooks, with the transactions that it is linked to, and queue the request again.',
	},
	3190: {
		means: "A field that must have a value can't be emptied.",
		todo: 'Give the field that QuickBooks names a value, or leave it out.',
	},
	3200: {
		means: 'Someone else changed the record in the meantime.',
		todo: 'Get it again and repeat the change. Update does so by itself.',
	},
	3210: {
		means: "The company file does not allow this: an amount, an account or a setting doesn't fit.",
		todo: 'Correct what QuickBooks names, or check its preferences.',
	},
	3250: {
		means: 'This QuickBooks does not support it, because of its edition or its settings.',
		todo: 'Check the edition of QuickBooks and which features are turned on.',
	},
	3260: {
		means: "The QuickBooks user that the Web Connector runs as isn't allowed to do this.",
		todo: 'Give that user the permission in QuickBooks.',
	},
	3261: {
		means: 'The application has no access to personal data in this company file.',
		todo: 'In QuickBooks, as Admin: Edit > Preferences > Integrated Applications > Company Preferences > Properties, and tick the box for personal data.',
	},
	3262: {
		means: 'This needs a payroll subscription.',
		todo: 'Subscribe to payroll in QuickBooks, or leave this request out.',
	},
	3263: {
		means: 'The application may only read this company file.',
		todo: 'Have the Admin of the company file allow it to read and modify, under Integrated Applications.',
	},
	3264: {
		means: 'This needs a merchant service subscription.',
		todo: 'Subscribe to it in QuickBooks, or leave this request out.',
	},
	3270: {
		means: 'A field that is needed for this is missing.',
		todo: 'Fill in the field that QuickBooks names.',
	},
	3391: {
		means:
			"The query can't be continued: its iterator has ended with the connector's session or with its last page, or the filters are other ones.",
		todo: 'Begin again with iterator="Start". Return All in a Find operation goes through all pages by itself.',
	},
	9001: {
		means:
			'QuickBooks has stored an answer for another request with the same message set ID. Nobody knows whether an earlier try was carried out.',
		todo: LOOK_IN_BOOKS,
	},
	9002: {
		means:
			'QuickBooks has stored no answer under this message set ID. Nobody knows whether an earlier try was carried out.',
		todo: LOOK_IN_BOOKS,
	},
	9004: {
		means:
			'QuickBooks does not take the message set ID: it is too long, or empty. Nobody knows whether an earlier try was carried out.',
		todo: LOOK_IN_BOOKS,
	},
	9005: {
		means:
			'QuickBooks could not store its answer. Nobody knows whether an earlier try was carried out.',
		todo: LOOK_IN_BOOKS,
	},
};

/** What 3120 means of something that a payment is for, or of a credit that it takes. */
export const notOpenForPayment: Advice = {
	means:
		"This payment can't be for what it names: that is paid already, of another customer or vendor, on another A/R or A/P account, or not there any more.",
	naming: [
		[
			/^Object "(.+?)" specified in the request cannot be found/,
			'This payment can\'t be for "$1": it is paid already, of another customer or vendor, on another A/R or A/P account, or not there any more.',
		],
	],
	todo: 'Look in QuickBooks at what is still open, and whose it is. Of a credit, it may be used up. If it is not there any more, Find gives the current ID.',
};

/** Somebody has open what a request is about, whichever status says so. */
export const lockedByOthers: Advice = {
	means: 'Somebody has the record open in QuickBooks, or one that it is linked to.',
	todo: 'Close the windows with it in QuickBooks, and run this item again.',
};

/** A status with which QuickBooks has certainly refused the request, and of which no more is known. */
export const otherApplicationStatus: Advice = {
	means: 'QuickBooks did not carry out the request.',
	todo: 'Correct what QuickBooks names. Queued Request: Get shows the whole response.',
};

/** A warning of which no more is known. */
export const otherWarning: Advice = {
	means: 'QuickBooks carried out the request, though maybe not all of it.',
	todo: 'Look at the record in QuickBooks.',
};

/** A problem of the desktop under a code of Windows or of the Web Connector. Most of these come up around a request, and not because of it. */
export const desktopTrouble: Advice = {
	means: 'The desktop had a problem, and nobody knows whether QuickBooks carried out the request.',
	todo: LOOK_IN_BOOKS,
};

/** What a code of Windows or of the Web Connector means, as far as it is known. */
export function adviceOfDesktop(code: string): Advice {
	const known = desktopCodeOf(code);
	if (known === undefined) return desktopTrouble;
	const { means, passes, todo } = known;
	const sentence = `${means.charAt(0).toUpperCase()}${means.slice(1)}.`;
	return {
		means: `${sentence} Nobody knows whether QuickBooks carried out the request.`,
		todo: passes === 'once somebody acts' ? `${todo} ${desktopTrouble.todo}` : desktopTrouble.todo,
	};
}

/** Any other code, or none. */
export const otherTrouble: Advice = {
	means: 'The request has failed, and nobody knows whether QuickBooks carried it out.',
	todo: LOOK_IN_BOOKS,
};

/** The headline of an error: what it means, with what was said to be wrong if it names that. */
export function headlineOf({ means, naming = [] }: Advice, said: string): string {
	const [words, headline] = naming.find(([one]) => one.test(said)) ?? [];
	const [named] = (words && said.match(words)) ?? [];
	return words && named !== undefined ? named.replace(words, headline ?? means) : means;
}
