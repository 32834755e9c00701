import type { XmlElement } from '../../../xml/read-xml';
import { follows } from '../../company/follow';
import type { Company, StoredMessageSet } from '../../company/types';

/** The longest ID of a message set. */
const MOST_CHARACTERS = 24;

/** As the old ID, it stands for all message sets of the application. */
const ALL = 'ClearAllMessageSets';

/** A message set with its IDs, by which its answer can be found again. */
export interface MessageSet {
	newId?: string;
	oldId?: string;
	requests: readonly XmlElement[];
}

/** The responses to the requests of a message set: as they are, and without the records in them. */
export interface Responses {
	full: string;
	statuses: string;
}

interface SetAnswer {
	attributes: Record<string, string>;
	responses: string;
}

const contentOf = ({ name, attributes, text, children }: XmlElement): unknown => [
	name,
	[...attributes],
	text,
	children.map(contentOf),
];

/** What a message set asks for, to be compared with another one under the same ID. */
const fingerprintOf = ({ requests }: MessageSet): string => JSON.stringify(requests.map(contentOf));

/** Forgets what is stored of an application, under one ID or all. */
function forgetStored(company: Company, isForgotten: (stored: StoredMessageSet) => boolean): void {
	company.messageSets = company.messageSets.filter((stored) => !isForgotten(stored));
}

/**
 * Answers a message set with what the company file remembers of it, or carries it out and remembers its answer. What is remembered
 * belongs to the application and to the company file. Without IDs, nothing is remembered.
 * @param stores whether the answer can be stored; if not, it is carried out nevertheless
 * @param carryOut carries out the requests
 */
export function answerMessageSet(
	company: Company,
	application: string,
	set: MessageSet,
	stores: boolean,
	carryOut: () => Responses,
): SetAnswer {
	const { newId, oldId } = set;
	if (newId === undefined && oldId === undefined) {
		return { attributes: {}, responses: carryOut().full };
	}
	const isOwn = (stored: StoredMessageSet): boolean => stored.application === application;
	const isStoredAs =
		(id: string | undefined) =>
		(stored: StoredMessageSet): boolean =>
			isOwn(stored) && stored.id === id;
	const answer = (status: number, responses = ''): SetAnswer => ({
		attributes: {
			...(newId !== undefined && { '@newMessageSetID': newId }),
			'@messageSetStatusCode': String(status),
		},
		responses,
	});
	const repeat = ({ responses }: StoredMessageSet): SetAnswer => {
		if (responses === undefined) return answer(9002);
		const isFull = follows(company, 'stored-answer-in-full');
		return answer(0, isFull ? responses.full : responses.statuses);
	};

	if ([newId, oldId].some((id) => id === '' || (id ?? '').length > MOST_CHARACTERS)) {
		return answer(9004);
	}
	if (newId === undefined) {
		if (oldId === ALL) {
			forgetStored(company, isOwn);
			return answer(0);
		}
		const stored = company.messageSets.find(isStoredAs(oldId));
		if (stored === undefined) return answer(600);
		if (follows(company, 'old-message-set-id-alone')) return repeat(stored);
		forgetStored(company, isStoredAs(oldId));
		return answer(0);
	}
	const stored = company.messageSets.find(isStoredAs(newId));
	if (newId === oldId) return stored === undefined ? answer(9002) : repeat(stored);
	if (oldId !== undefined) forgetStored(company, oldId === ALL ? isOwn : isStoredAs(oldId));
	const content = fingerprintOf(set);
	if (stored !== undefined && oldId !== ALL) {
		return stored.content === content ? repeat(stored) : answer(9001);
	}
	const responses = carryOut();
	company.messageSets.push({
		application,
		id: newId,
		content,
		...(stores && { responses }),
	});
	return answer(stores ? 0 : 9005, responses.full);
}
