/**
 * A service may do everything that its interface allows. Each field is a place where the interface leaves a choice
 * ("not shown", or a word that can be taken in more than one way); each value is one way to take it.
 */
export interface Reading {
	// The list of queued requests (section 4.2)
	/** What `search_phrase` is compared with: "filters the list" is all that is said. */
	searchLooks:
		| 'at request and answer'
		| 'at customer names'
		| 'at the answer'
		| 'at what was answered'
		| 'at the id'
		| 'at single words'
		| 'at what is similar'
		| 'for fields'
		| 'nowhere'
		| 'ignored'
		| 'at the newest 20';
	/** Which fields a record has in a list: "which fields are present in which state: not shown". */
	listShows:
		| 'whole records'
		| 'no request'
		| 'no request and no answer'
		| 'id and state'
		| 'no inserted_at'
		| 'no webhook_url'
		| 'no webhook_state';
	/** The order of records with the same time. `shuffled` differs from call to call. */
	ties: 'in order' | 'against the order' | 'shuffled';
	/** `page` and `total_pages` of a list. */
	listNumbers: 'numbers' | 'text';
	/** `total_pages` of an empty list. */
	totalPagesOfNothing: 0 | 1;
	/** A list parameter beyond its bounds. */
	beyondBounds: 'invalid_request' | 'nearest bound';

	// Times (section 1: ISO 8601 UTC)
	/** Milliseconds by which the service's clock is ahead of the true time. */
	clockAhead: number;
	/** How fine the times of records are. */
	resolution: 'milliseconds' | 'seconds';
	timeWritten: 'with milliseconds' | 'with microseconds' | 'with +00:00' | 'without a zone';
	/** When a page says that it was made. */
	pageTimes: 'own' | 'of the first page';
	/** The `Date` header of answers. */
	dateHeader: 'own clock' | 'true time' | 'absent';

	// The request in a record (section 2.2)
	requestShown: 'xml and json' | 'xml' | 'json' | 'as posted' | 'not at all';
	requestXml: 'as given' | 'reformatted' | 'reformatted with amounts';
	/** How far `request_json` goes down: 2.2 shows children with name and text only. */
	requestJsonDepth: 'whole' | 'first level';
	/** Where the caller's own identifier goes (section 4.3 names only its meaning). */
	identifier:
		| 'requestID'
		| 'requestID once fetched'
		| 'requestID once carried out'
		| 'requestID in lower case'
		| 'requestID cut off'
		| 'nowhere'
		| 'own number'
		| 'own text'
		| 'own field';
	/** Whether the answer repeats `requestID`. */
	answerRepeats: boolean;
	/** Whether pre-built endpoints put elements and attributes of their own into what they build. */
	buildsMore: boolean;
	/** `connection_id` is promised for the answers to queueing only. */
	connectionIdShown: 'everywhere' | 'when queued';
	/** Which fields the answer to a queueing call has. */
	queueAnswer: 'whole record' | 'no request' | 'id and state';

	// The answer in a record (section 2.2)
	responseJson:
		| 'documents'
		| 'empty list'
		| 'absent'
		| 'null'
		| 'records'
		| 'one per answer'
		| 'attributes without @'
		| 'no attributes'
		| 'under QBXML'
		| 'object'
		| 'text'
		| 'as request_json';
	/** Which elements are lists in JSON. */
	jsonLists: 'where repeated' | 'records' | 'everywhere';
	/** The order of names in JSON, as some ways to store it leave it. */
	jsonNames: 'as in XML' | 'by name' | 'by length';
	/** Types in JSON. `guessed` makes a number of everything that looks like one, of a reference number 007 too. */
	jsonValues: 'typed' | 'text' | 'guessed';
	responseXml: 'present' | 'absent' | 'reformatted' | 'messages alone';
	/** The answer shows from the n-th look at the completed record. */
	answerShownFrom: number;
	/** The completion shows from the n-th look at the completed record; before that it is `sent`. */
	completionShownFrom: number;
	/** How a refusal by the accounting application is told. */
	refusal: 'status as code' | 'word as code' | 'no error object' | 'answer alone';
	/** Whether a record in state `error` has the application's answer too. */
	refusalShowsAnswer: boolean;
	/** State of a query that finds nothing (status 1 of the application). */
	nothingFound: 'response_received' | 'error';
	/** Whether a `retryable` record carries an error object. */
	retryableShowsError: boolean;
	/** Fields that have no value. */
	emptyFields: 'left out' | 'null';

	// Automatic iteration (sections 2.2 and 4.3)
	/** What GET /queued_requests/{id} gives where several pages have that id. */
	recordOfIterated: 'first page' | 'newest page' | 'own record';
	/** What lists hold of a request with pages. */
	pagesListed: 'every page' | 'first page';
	/** When the record of the next page is there. */
	nextPage: 'waiting' | 'when answered';
	/** The request that the second and further pages show. */
	pageRequest: 'own' | 'of the first page';
	pageNumber: 'from 1' | 'from 0' | 'as text' | 'absent';
	pageRequestId: 'uuid' | 'number' | 'absent';
	/** Whether GET /queued_requests/{page_request_id} finds the page. */
	pageFoundByOwnId: boolean;
	/** Whether records without pages have the fields of a page too. */
	pageFieldsEverywhere: boolean;
	/** Whether pages show the words of the iterator, in their requests and in their answers. */
	iteratorShown: boolean;
	/** Records per page where the call gives no maximum. */
	pageSize: number;
	/** What the maximum number of results does to an iterated request. */
	maximumIsPageSize: boolean;
	/** Automatic iteration asked for on an endpoint that has none. */
	iterateElsewhere: 'ignored' | 'invalid_request';

	// Carrying out (section 3: transitions not shown)
	picksUp: 'oldest first' | 'newest first' | 'reads first' | 'shuffled';
	/** Order of the records in answers of the accounting application. */
	companyOrder: 'by number' | 'shuffled';
	/** XML that is not well-formed. */
	malformed: 'invalid_request' | 'error later';
	/** How many completed records of a connection are kept (section 8: retention not shown). */
	keeps: number;
	/** A new record is in lists from the n-th list call after it was queued. */
	listedFrom: number;

	// Webhooks (section 6: payload, retries and signature not shown)
	delivery:
		| 'whole'
		| 'id alone'
		| 'no timestamp'
		| 'no page'
		| 'page everywhere'
		| 'state response_received'
		| 'further fields'
		| 'own record'
		| 'wrapped';
	/** Headers that sign a delivery. */
	signature: 'none' | 'hmac' | ((body: string, secret: string) => Record<string, string>);
	deliveryOrder: 'in order' | 'last first' | 'shuffled' | 'all at once';
	deliveredTimes: 1 | 2;
	deliveryMoment: 'after the call is answered' | 'before the call is answered';
	/** Whether requests that end in state `error` are delivered: "when the request completes". */
	deliversErrors: boolean;
	/** Further tries where the receiver does not answer 2xx. */
	secondTries: number;
	/** Milliseconds that the receiver has for its answer. */
	receiverHas: number;
	/** Whether records have a `webhook_state` at all. Lists can be filtered by it even so. */
	webhookStateShown: boolean;
	/** `webhook_state` of a request with a webhook URL before it completes. */
	webhookStateBefore: 'pending' | 'not_applicable';

	// Everything
	idCase: 'lower' | 'upper' | 'upper in deliveries' | 'upper in lists';
	headerCase: 'usual' | 'lower' | 'upper';
	contentType: string;
	unknownFields: boolean;
	fieldOrder: 'as in the interface' | 'reversed';
	/** Success statuses; 4.1 and 4.2 give some, and those stay. */
	successStatus: 'each its own' | 200 | 201 | 202;
	invalidRequestStatus: number;
	/** Status of `invalid_state` and `connection_active`. */
	conflictStatus: number;
	/** Section 7 gives 401 and 404; a gateway may make one of all. */
	everyErrorStatus: 'own' | 400;
	connectionOrder: 'oldest first' | 'newest first' | 'shuffled';
	connectionType: string;
	/** `id` in the answer of the password endpoint. */
	passwordId: 'connection' | 'own';
	/** 4.1 and 2.6 show `{ qwc }`; section 1 says that single objects are wrapped in `data`. */
	qwcWrapped: boolean;

	/** For everything that is shuffled. */
	seed: number;
}

/** What a reader of the interface expects who thinks of nothing special. */
export const plainest: Reading = {
	searchLooks: 'at request and answer',
	listShows: 'whole records',
	ties: 'in order',
	listNumbers: 'numbers',
	totalPagesOfNothing: 0,
	beyondBounds: 'invalid_request',

	clockAhead: 0,
	resolution: 'milliseconds',
	timeWritten: 'with milliseconds',
	pageTimes: 'own',
	dateHeader: 'own clock',

	requestShown: 'xml and json',
	requestXml: 'as given',
	requestJsonDepth: 'whole',
	identifier: 'requestID',
	answerRepeats: true,
	buildsMore: false,
	connectionIdShown: 'everywhere',
	queueAnswer: 'whole record',

	responseJson: 'documents',
	jsonLists: 'where repeated',
	jsonNames: 'as in XML',
	jsonValues: 'typed',
	responseXml: 'present',
	answerShownFrom: 1,
	completionShownFrom: 1,
	refusal: 'status as code',
	refusalShowsAnswer: true,
	nothingFound: 'response_received',
	retryableShowsError: false,
	emptyFields: 'left out',

	recordOfIterated: 'first page',
	pagesListed: 'every page',
	nextPage: 'waiting',
	pageRequest: 'own',
	pageNumber: 'from 1',
	pageRequestId: 'uuid',
	pageFoundByOwnId: false,
	pageFieldsEverywhere: false,
	iteratorShown: true,
	pageSize: 5,
	maximumIsPageSize: true,
	iterateElsewhere: 'ignored',

	picksUp: 'oldest first',
	companyOrder: 'by number',
	malformed: 'invalid_request',
	keeps: Infinity,
	listedFrom: 1,

	delivery: 'whole',
	signature: 'none',
	deliveryOrder: 'in order',
	deliveredTimes: 1,
	deliveryMoment: 'after the call is answered',
	deliversErrors: true,
	secondTries: 0,
	receiverHas: 5_000,
	webhookStateShown: true,
	webhookStateBefore: 'pending',

	idCase: 'lower',
	headerCase: 'usual',
	contentType: 'application/json',
	unknownFields: false,
	fieldOrder: 'as in the interface',
	successStatus: 'each its own',
	invalidRequestStatus: 422,
	conflictStatus: 409,
	everyErrorStatus: 'own',
	connectionOrder: 'oldest first',
	connectionType: 'standard',
	passwordId: 'connection',
	qwcWrapped: false,

	seed: 1,
};

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** Each lawful reading on its own, with a sentence for a name. */
export const readings: ReadonlyArray<readonly [name: string, reading: Partial<Reading>]> = [
	['the plainest reading', {}],

	['the search looks only at customer names', { searchLooks: 'at customer names' }],
	['the search looks only at the answer', { searchLooks: 'at the answer' }],
	['the search looks only at what was answered', { searchLooks: 'at what was answered' }],
	['the search looks only at the id', { searchLooks: 'at the id' }],
	['the search finds each single word of the phrase', { searchLooks: 'at single words' }],
	['the search finds nothing', { searchLooks: 'nowhere' }],
	['the search filters nothing', { searchLooks: 'ignored' }],
	['the search looks only among the newest 20', { searchLooks: 'at the newest 20' }],

	['lists show no request', { listShows: 'no request' }],
	['lists show neither request nor answer', { listShows: 'no request and no answer' }],
	['lists show only id and state', { listShows: 'id and state' }],
	[
		'lists show only id and state, and the search finds nothing',
		{ listShows: 'id and state', searchLooks: 'nowhere' },
	],
	['lists show no inserted_at', { listShows: 'no inserted_at' }],
	['lists show no webhook_url', { listShows: 'no webhook_url' }],
	['lists show no webhook_state', { listShows: 'no webhook_state' }],
	['webhook_state is shown nowhere', { webhookStateShown: false }],
	['lists give page and total_pages as text', { listNumbers: 'text' }],
	['an empty list has one page', { totalPagesOfNothing: 1 }],
	['list parameters beyond their bounds are moved to the bound', { beyondBounds: 'nearest bound' }],

	['times are given in whole seconds', { resolution: 'seconds' }],
	[
		'times are given in whole seconds, and ties come against the order',
		{ resolution: 'seconds', ties: 'against the order' },
	],
	[
		'times are given in whole seconds, and ties come in any order',
		{ resolution: 'seconds', ties: 'shuffled' },
	],
	['times have microseconds', { timeWritten: 'with microseconds' }],
	['times end with +00:00', { timeWritten: 'with +00:00' }],
	['times name no zone', { timeWritten: 'without a zone' }],
	['the clock of the service is three years ahead', { clockAhead: 3 * YEAR }],
	['the clock of the service is three years behind', { clockAhead: -3 * YEAR }],
	[
		'the records are three years behind and the Date header is right',
		{ clockAhead: -3 * YEAR, dateHeader: 'true time' },
	],
	[
		'the records are two minutes ahead and there is no Date header',
		{ clockAhead: 120_000, dateHeader: 'absent' },
	],
	['answers have no Date header', { dateHeader: 'absent' }],

	['a record shows its request as XML only', { requestShown: 'xml' }],
	['a record shows its request as JSON only', { requestShown: 'json' }],
	['a record shows its request in the form that was posted', { requestShown: 'as posted' }],
	['a record does not show its request', { requestShown: 'not at all' }],
	['the XML of requests is reformatted', { requestXml: 'reformatted' }],
	['the XML of requests is reformatted, amounts too', { requestXml: 'reformatted with amounts' }],
	['request_json goes down to the first level only', { requestJsonDepth: 'first level' }],
	['the identifier is nowhere in the record', { identifier: 'nowhere' }],
	['the service puts a number of its own into requestID', { identifier: 'own number' }],
	['the service puts a text of its own into requestID', { identifier: 'own text' }],
	[
		'the identifier shows once a desktop has fetched the request',
		{ identifier: 'requestID once fetched' },
	],
	[
		'the identifier shows once the request was carried out',
		{ identifier: 'requestID once carried out' },
	],
	['the identifier shows in lower case', { identifier: 'requestID in lower case' }],
	['the identifier is cut off after 16 characters', { identifier: 'requestID cut off' }],
	['the identifier is a field of the record', { identifier: 'own field' }],
	['the answer does not repeat requestID', { answerRepeats: false }],
	[
		'the identifier is nowhere in the record, and the search finds nothing',
		{ identifier: 'nowhere', searchLooks: 'nowhere' },
	],
	['pre-built requests hold elements of the service', { buildsMore: true }],
	['connection_id is shown only when a request is queued', { connectionIdShown: 'when queued' }],
	['the answer to queueing shows no request', { queueAnswer: 'no request' }],
	['the answer to queueing shows only id and state', { queueAnswer: 'id and state' }],

	['response_json is an empty list', { responseJson: 'empty list' }],
	['response_json is absent', { responseJson: 'absent' }],
	['response_json is null', { responseJson: 'null' }],
	['response_json is a flat list of records', { responseJson: 'records' }],
	['response_json has one object per answer', { responseJson: 'one per answer' }],
	['response_json has attributes without @', { responseJson: 'attributes without @' }],
	['response_json has no attributes', { responseJson: 'no attributes' }],
	['response_json is nested under QBXML', { responseJson: 'under QBXML' }],
	['response_json is an object', { responseJson: 'object' }],
	['response_json is a text', { responseJson: 'text' }],
	['response_json has the shape of request_json', { responseJson: 'as request_json' }],
	['response_json makes a list of the records even of one', { jsonLists: 'records' }],
	['response_json makes a list of everything', { jsonLists: 'everywhere' }],
	['response_json has its names in the order of the alphabet', { jsonNames: 'by name' }],
	['response_json has short names first', { jsonNames: 'by length' }],
	[
		'response_json has its names in the order of the alphabet, and there is no XML',
		{ jsonNames: 'by name', responseXml: 'absent' },
	],
	[
		'numbers and booleans are text',
		{ jsonValues: 'text', listNumbers: 'text', pageNumber: 'as text' },
	],
	['response_json makes numbers of what looks like one', { jsonValues: 'guessed' }],
	['response_xml is absent', { responseXml: 'absent' }],
	['response_xml is reformatted', { responseXml: 'reformatted' }],
	['response_xml begins with QBXMLMsgsRs', { responseXml: 'messages alone' }],
	['a completed record has no answer', { responseXml: 'absent', responseJson: 'absent' }],
	['a completed record has an empty answer', { responseXml: 'absent', responseJson: 'empty list' }],
	[
		'response_json is a flat list of records, and there is no XML',
		{ responseXml: 'absent', responseJson: 'records' },
	],
	[
		'response_json has no attributes, and there is no XML',
		{ responseXml: 'absent', responseJson: 'no attributes' },
	],
	[
		'numbers and booleans are text, and there is no XML',
		{ responseXml: 'absent', jsonValues: 'text', listNumbers: 'text', pageNumber: 'as text' },
	],
	['the answer shows from the third look', { answerShownFrom: 3 }],
	['the completion shows from the third look', { completionShownFrom: 3 }],
	['a refusal is an error with a word as code', { refusal: 'word as code' }],
	['a refusal is an error without an error object', { refusal: 'no error object' }],
	[
		'a refusal is an error without an error object and without an answer',
		{ refusal: 'no error object', refusalShowsAnswer: false },
	],
	['a refusal is told by the answer alone', { refusal: 'answer alone' }],
	['a refusal has no answer', { refusalShowsAnswer: false }],
	['a query that finds nothing is an error', { nothingFound: 'error' }],
	['a retryable record carries an error object', { retryableShowsError: true }],
	['fields without a value are null', { emptyFields: 'null' }],

	['an iterated request is read as its newest page', { recordOfIterated: 'newest page' }],
	[
		'an iterated request has a record beside those of its pages',
		{ recordOfIterated: 'own record' },
	],
	['lists hold only the first page of a request', { pagesListed: 'first page' }],
	['a page has a record only when it is answered', { nextPage: 'when answered' }],
	[
		'a page has a record only when it is answered, and the newest page is read',
		{ nextPage: 'when answered', recordOfIterated: 'newest page' },
	],
	['every page shows the request of the first', { pageRequest: 'of the first page' }],
	['all pages have the time of the first', { pageTimes: 'of the first page' }],
	[
		'all pages have the time of the first and come against the order',
		{ pageTimes: 'of the first page', ties: 'against the order' },
	],
	[
		'all pages have the time of the first and come in any order',
		{ pageTimes: 'of the first page', ties: 'shuffled' },
	],
	['pages do not say how many records remain', { iteratorShown: false }],
	['pages count from 0', { pageNumber: 'from 0' }],
	['page is a text', { pageNumber: 'as text' }],
	['page is absent', { pageNumber: 'absent' }],
	['page_request_id is a number', { pageRequestId: 'number' }],
	['page_request_id is absent', { pageRequestId: 'absent' }],
	['page and page_request_id are absent', { pageNumber: 'absent', pageRequestId: 'absent' }],
	[
		'page and page_request_id are absent, and all pages have one time',
		{
			pageNumber: 'absent',
			pageRequestId: 'absent',
			pageTimes: 'of the first page',
			ties: 'shuffled',
		},
	],
	['a page is found by its page_request_id', { pageFoundByOwnId: true }],
	['every record has the fields of a page', { pageFieldsEverywhere: true }],
	['the service has its own size of pages', { maximumIsPageSize: false }],
	['one page holds everything', { pageSize: 1_000 }],
	['iteration where there is none is an invalid request', { iterateElsewhere: 'invalid_request' }],

	['the newest request is carried out first', { picksUp: 'newest first' }],
	['reads are carried out first', { picksUp: 'reads first' }],
	['requests are carried out in any order', { picksUp: 'shuffled' }],
	['the accounting application answers in any order', { companyOrder: 'shuffled' }],
	['XML that is not well-formed ends in an error', { malformed: 'error later' }],
	['only the newest three completed records are kept', { keeps: 3 }],

	['a delivery holds the id alone', { delivery: 'id alone' }],
	['a delivery has no timestamp', { delivery: 'no timestamp' }],
	['a delivery has no page', { delivery: 'no page' }],
	['every delivery has a page', { delivery: 'page everywhere' }],
	['a delivery says response_received', { delivery: 'state response_received' }],
	['a delivery has further fields', { delivery: 'further fields' }],
	["a delivery is the request's own record", { delivery: 'own record' }],
	['a delivery is wrapped in data', { delivery: 'wrapped' }],
	['deliveries are signed', { signature: 'hmac' }],
	['pages are delivered last first', { deliveryOrder: 'last first' }],
	['pages are delivered in any order', { deliveryOrder: 'shuffled' }],
	['pages are delivered all at once', { deliveryOrder: 'all at once' }],
	['everything is delivered twice', { deliveredTimes: 2 }],
	[
		'everything is delivered twice and in any order',
		{ deliveredTimes: 2, deliveryOrder: 'shuffled' },
	],
	[
		'a delivery comes before the call that queued the request is answered',
		{ deliveryMoment: 'before the call is answered' },
	],
	['errors are not delivered', { deliversErrors: false }],
	['a delivery has two further tries', { secondTries: 2 }],
	[
		'webhook_state is not_applicable until the request completes',
		{ webhookStateBefore: 'not_applicable' },
	],
	[
		'a delivery comes before the completion shows',
		{ delivery: 'id alone', completionShownFrom: 3 },
	],

	['ids are in upper case', { idCase: 'upper' }],
	['ids are in upper case in deliveries', { idCase: 'upper in deliveries' }],
	['ids are in upper case in lists', { idCase: 'upper in lists' }],
	['header names are in lower case', { headerCase: 'lower' }],
	['header names are in upper case', { headerCase: 'upper' }],
	['answers name a character set', { contentType: 'application/json; charset=utf-8' }],
	['answers are of a special type of JSON', { contentType: 'application/vnd.api+json' }],
	['there are unknown fields anywhere', { unknownFields: true }],
	['fields come in reverse order', { fieldOrder: 'reversed' }],
	['every success has status 200', { successStatus: 200 }],
	['every success has status 201', { successStatus: 201 }],
	['every success has status 202', { successStatus: 202 }],
	['an invalid request has status 400', { invalidRequestStatus: 400 }],
	['an invalid request has status 500', { invalidRequestStatus: 500 }],
	['a deletion that cannot be has status 400', { conflictStatus: 400 }],
	['every error has status 400', { everyErrorStatus: 400 }],
	['connections come newest first', { connectionOrder: 'newest first' }],
	['connections come in any order', { connectionOrder: 'shuffled' }],
	['connections are of another type', { connectionType: 'hosted' }],
	['a password has an id of its own', { passwordId: 'own' }],
	['the connector configuration is wrapped in data', { qwcWrapped: true }],
];

/** Readings that the interface hardly allows, apart from the others: a record that is there is not in the list yet. */
export const doubtful: ReadonlyArray<readonly [name: string, reading: Partial<Reading>]> = [
	['a new record is listed from the second list call', { listedFrom: 2 }],
	['a new record is listed from the fourth list call', { listedFrom: 4 }],
];

/** Numbers from 0 to 1, the same ones for the same seed. */
export function chance(seed: number): () => number {
	let at = seed >>> 0;
	return () => {
		at = (at + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(at ^ (at >>> 15), at | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** A shuffled copy. */
export function shuffled<Of>(list: readonly Of[], random: () => number): Of[] {
	const result = [...list];
	for (let last = result.length - 1; last > 0; last--) {
		const other = Math.floor(random() * (last + 1));
		[result[last], result[other]] = [result[other], result[last]];
	}
	return result;
}
