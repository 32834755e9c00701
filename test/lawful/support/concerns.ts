import { type Reading, readings } from '../service';

/** What a reading is about. */
export type Concern = 'requests' | 'answers' | 'pages' | 'deliveries' | 'setup';

const concernOf: Record<keyof Reading, Concern> = {
	searchLooks: 'requests',
	listShows: 'requests',
	ties: 'requests',
	listNumbers: 'requests',
	totalPagesOfNothing: 'requests',
	beyondBounds: 'requests',
	clockAhead: 'requests',
	resolution: 'requests',
	timeWritten: 'requests',
	pageTimes: 'pages',
	dateHeader: 'setup',
	requestShown: 'requests',
	requestXml: 'requests',
	requestJsonDepth: 'requests',
	identifier: 'requests',
	answerRepeats: 'requests',
	buildsMore: 'requests',
	connectionIdShown: 'requests',
	queueAnswer: 'requests',
	responseJson: 'answers',
	jsonLists: 'answers',
	jsonNames: 'answers',
	jsonValues: 'answers',
	responseXml: 'answers',
	answerShownFrom: 'answers',
	completionShownFrom: 'answers',
	refusal: 'answers',
	refusalShowsAnswer: 'answers',
	nothingFound: 'pages',
	retryableShowsError: 'answers',
	emptyFields: 'requests',
	recordOfIterated: 'pages',
	pagesListed: 'pages',
	nextPage: 'pages',
	pageRequest: 'pages',
	pageNumber: 'pages',
	pageRequestId: 'pages',
	pageFoundByOwnId: 'pages',
	pageFieldsEverywhere: 'requests',
	iteratorShown: 'pages',
	pageSize: 'pages',
	maximumIsPageSize: 'pages',
	iterateElsewhere: 'setup',
	picksUp: 'requests',
	companyOrder: 'pages',
	malformed: 'setup',
	keeps: 'requests',
	listedFrom: 'requests',
	delivery: 'deliveries',
	signature: 'deliveries',
	deliveryOrder: 'deliveries',
	deliveredTimes: 'deliveries',
	deliveryMoment: 'deliveries',
	deliversErrors: 'deliveries',
	secondTries: 'deliveries',
	receiverHas: 'deliveries',
	webhookStateShown: 'deliveries',
	webhookStateBefore: 'deliveries',
	idCase: 'requests',
	headerCase: 'requests',
	contentType: 'requests',
	unknownFields: 'requests',
	fieldOrder: 'setup',
	successStatus: 'requests',
	invalidRequestStatus: 'requests',
	conflictStatus: 'setup',
	everyErrorStatus: 'requests',
	connectionOrder: 'setup',
	connectionType: 'setup',
	passwordId: 'setup',
	qwcWrapped: 'setup',
	seed: 'setup',
};

/** Whether every situation is to be played with every reading, also with those that can make no difference to it. */
const playsEverything = process.env.LAWFUL_EVERY === '1';

/** The readings that may make a difference to what has these concerns, and the plainest one. */
export const readingsFor = (...concerns: readonly Concern[]): typeof readings =>
	readings.filter(([, reading]) => {
		const keys = Object.keys(reading) as Array<keyof Reading>;
		return (
			playsEverything || keys.length === 0 || keys.some((key) => concerns.includes(concernOf[key]))
		);
	});

/**
 * Every fourth of the readings where time is short, or all of them if everything is to be played.
 * @param name Of what is played: each thing is played with another fourth
 */
export const sampleFor = <Played>(name: string, all: readonly Played[]): Played[] =>
	all.filter((_, index) => playsEverything || index % 4 === name.length % 4);
