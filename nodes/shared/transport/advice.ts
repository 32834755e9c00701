/** What a failure means and what to do about it, in the user's words. */
export interface Advice {
	means: string;
	todo: string;
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
		means: 'It does not exist, was deleted, or belongs to another API key.',
		todo: 'Choose it from the list again, or check the ID and that the credential is the right one.',
	},
	invalid_request: {
		means: 'The service checked the request and refused it; nothing was queued.',
		todo: 'Correct the field that the message names and run the node again.',
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
		todo: 'Books: Settle a Request finds out from the books whether it was, and writes it if it was not. A Create does so by itself with Options > When the Outcome Is Unknown > Look in the Books.',
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

const OBJECT = 'Look up its current ID with Find; it may have been deleted or merged.';

/** Status codes of the accounting application that users run into, as the `code` of a queued request's error. */
export const adviceByApplicationStatus: Record<string, Advice> = {
	'0x80040400': {
		means:
			'QuickBooks could not read the request: an element is unknown, out of order, missing or invalid.',
		todo: 'Queue it without Send Without Checking: the node then says which element it is, and why.',
	},
	0: { means: 'QuickBooks carried out the request.', todo: 'There is nothing to do.' },
	1: { means: 'Nothing matches the query.', todo: 'There is nothing to do; the result is empty.' },
	500: {
		means: 'Some of what was asked for by ID or name does not exist; the rest was found.',
		todo: 'Check the IDs or names in the filters.',
	},
	3000: {
		means: "This isn't a valid ID.",
		todo: 'Check the List IDs and Transaction IDs for missing or extra characters.',
	},
	3020: {
		means: "QuickBooks can't read a date or time.",
		todo: 'Check the dates; they must be between 1901 and 2099.',
	},
	3100: {
		means: 'The name is taken already.',
		todo: 'Choose another name, or work on the record that has it.',
	},
	3110: {
		means: "A value isn't one of those that its field allows.",
		todo: 'Choose one of the values that the field allows.',
	},
	3120: { means: 'Nothing in the company file has this ID.', todo: OBJECT },
	3140: {
		means:
			'The request refers to something that is not in the company file, such as a customer or an item.',
		todo: OBJECT,
	},
	3150: {
		means: 'Something that the request needs is missing.',
		todo: 'Fill in the element that the message names.',
	},
	3170: {
		means: 'The record could not be changed, often because something else is using it.',
		todo: 'Close the record in QuickBooks and queue the request again.',
	},
	3175: {
		means: 'Someone else is using the record.',
		todo: 'Queue the request again when the record has been closed in QuickBooks.',
	},
	3180: {
		means: 'QuickBooks could not save the record.',
		todo: 'Read the message, which names the reason; locks and duplicate numbers are the usual ones.',
	},
	3200: {
		means: 'Someone else changed the record in the meantime.',
		todo: 'Get it again and repeat the change. Update does so by itself.',
	},
	3210: {
		means: "The company file does not allow this: an amount, an account or a setting doesn't fit.",
		todo: 'Read the message, and check the preferences in QuickBooks.',
	},
	3250: {
		means: 'This QuickBooks does not support it, because of its edition or its settings.',
		todo: 'Check the edition of QuickBooks and which features are turned on.',
	},
	3260: {
		means: "The QuickBooks user that the Web Connector runs as isn't allowed to do this.",
		todo: 'Give that user the permission in QuickBooks.',
	},
	3270: {
		means: 'A field that is needed for this is missing.',
		todo: 'Read the message, which names the field, and fill it in.',
	},
};

/** Any other failure of a queued request. */
export const otherApplicationStatus: Advice = {
	means: 'QuickBooks did not carry out the request.',
	todo: 'Read the message. Queued Request: Get shows the whole response.',
};
