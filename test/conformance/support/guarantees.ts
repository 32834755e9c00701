import { NotAsked } from './statement';

/** A way to take the interface where it is open, and what the nodes guarantee with it. */
interface Guarantee {
	/** What the service does. */
	readonly reading: string;
	/** What holds with it, in words for whoever runs the service. */
	readonly guarantee: string;
}

/** A question that the interface leaves open, with the lawful answers to it. */
export interface Topic {
	readonly question: string;
	readonly readings: Readonly<Record<string, Guarantee>>;
}

/** Where requests are recognised by, in what pre-built endpoints build and in requests that come as XML. */
const identifiers = {
	carried: {
		reading: 'their records show it',
		guarantee: 'A write whose answer is lost is found again by its identifier: yes.',
	},
	notCarried: {
		reading: 'their records do not show it',
		guarantee:
			'A write whose answer is lost is sent again only if nothing in the queue may be it. Otherwise the item ends in an error that says the outcome is unknown.',
	},
	hidden: {
		reading: 'their records show no request at all',
		guarantee:
			'A write whose answer is lost can’t be recognised: unless nothing was queued since, the item ends in an error that says the outcome is unknown.',
	},
	refused: {
		reading: 'the call is refused',
		guarantee: 'Operations that carry an identifier are refused before anything is queued.',
	},
} as const;

/**
 * What is guaranteed with which reading of the interface: the source of the last part of the suite’s report, and of the
 * list in the documents. The numbers of sections are those of the interface.
 */
const guarantees = {
	identifier: {
		question: 'The request identifier of the pre-built endpoints, given as request_id (4.3)',
		readings: identifiers,
	},
	identifierInXml: {
		question: 'The identifier in a request that comes as XML or JSON, its requestID (4.2)',
		readings: identifiers,
	},
	listRequest: {
		question: 'Whether lists show requests (2.2: which fields when)',
		readings: {
			shown: {
				reading: 'they do',
				guarantee: 'A lost write is looked for in the list: one call for a hundred requests.',
			},
			hidden: {
				reading: 'they do not',
				guarantee:
					'Each request that may be the lost write is read by its ID: more calls, the same certainty.',
			},
		},
	},
	search: {
		question: 'Where search_phrase looks (4.2: “filters the list”)',
		readings: {
			identifier: {
				reading: 'it finds the identifier of a request, of an old one too',
				guarantee: 'If This ID Is Already Queued: answered, over the whole history.',
			},
			recent: {
				reading: 'it finds the identifier of the newest requests alone',
				guarantee:
					'If This ID Is Already Queued: answered while the whole history is short enough to be read. Otherwise the node says before anything is sent that it can’t be.',
			},
			unproven: {
				reading: 'no request shows the identifier that it would have to find',
				guarantee:
					'If This ID Is Already Queued can’t be answered: the node says so before anything is sent.',
			},
			elsewhere: {
				reading: 'it does not find identifiers, or it finds everything',
				guarantee:
					'If This ID Is Already Queued: answered while the whole history is short enough to be read. Otherwise the node says before anything is sent that it can’t be.',
			},
		},
	},
	listNumbers: {
		question: 'page and total_pages of a list (2.5)',
		readings: {
			integers: {
				reading: 'integers',
				guarantee: 'Lists are read to their end.',
			},
			text: {
				reading: 'text',
				guarantee: 'Lists are read to their end.',
			},
			otherwise: {
				reading: 'neither numbers nor text that holds one',
				guarantee: 'Lists are read page by page until one is empty.',
			},
		},
	},
	idempotencyKey: {
		question: 'The header Idempotency-Key (not in the interface)',
		readings: {
			heeded: {
				reading: 'a call that comes again with the same key gets the same request',
				guarantee: 'No write goes out twice, not even when a proxy repeats a call.',
			},
			notHeeded: {
				reading: 'a call that comes again with the same key is queued again',
				guarantee:
					'The nodes send no write twice: they look for it first. What a proxy on the way repeats by itself is queued twice.',
			},
		},
	},
	rateLimits: {
		question: 'Rate limits (8: not shown)',
		readings: {
			met: {
				reading: 'some calls were answered with 429',
				guarantee: 'The nodes wait as long as they are told to, and go on.',
			},
			notMet: {
				reading: 'no call was answered with 429',
				guarantee: 'Should it come to that, the nodes wait and go on.',
			},
		},
	},
	listAnswer: {
		question: 'Whether lists show answers (2.2: which fields when)',
		readings: {
			shown: {
				reading: 'they do',
				guarantee: 'Results are read from the list, also all pages of an iterated query.',
			},
			hidden: {
				reading: 'they do not',
				guarantee:
					'Results are read by ID, one call each. Pages of an iterated query that can’t be read so make an error, never a part of the records.',
			},
		},
	},
	answerIdentifier: {
		question: 'Whether an answer repeats the identifier of its request',
		readings: {
			repeated: {
				reading: 'it does',
				guarantee: 'A delivery is known by its answer, without another call.',
			},
			notRepeated: {
				reading: 'it does not',
				guarantee: 'The request of a delivery is looked up by its ID: one more call, nothing lost.',
			},
		},
	},
	responseJson: {
		question: 'The shape of response_json (2.2: not shown)',
		readings: {
			known: {
				reading: 'the one that the nodes know: the answer’s elements, attributes with @',
				guarantee:
					'Records are read from the JSON if it says all that the XML would, in the same order, and otherwise from the XML.',
			},
			xmlBeside: {
				reading: 'another one, or none, with response_xml beside it',
				guarantee: 'Records are read from the XML: the same records.',
			},
			unreadable: {
				reading: 'another one, or none, without response_xml',
				guarantee:
					'Answers can’t be read: an error of the action node and a 503 of the trigger, never a success without records.',
			},
		},
	},
	refusal: {
		question: 'How a refusal by the accounting application shows (3: transitions not shown)',
		readings: {
			error: {
				reading: 'the request is in state error, with an error object',
				guarantee: 'A refusal is an error with the application’s words.',
			},
			answerAlone: {
				reading: 'by the status in the answer alone',
				guarantee: 'A refusal is an error with the application’s words.',
			},
			stateAlone: {
				reading: 'the request is in state error, without a reason',
				guarantee: 'A refusal is an error; the reason is not known.',
			},
			hidden: {
				reading: 'nowhere',
				guarantee: 'A completed request without a readable answer is an error, never a success.',
			},
		},
	},
	pages: {
		question: 'How the pages of an iterated query are numbered (2.2: not shown)',
		readings: {
			fromOne: {
				reading: 'page is a number from 1',
				guarantee: 'An iterated answer is whole when its pages have no gap and nothing remains.',
			},
			otherwise: {
				reading: 'page is a number in text, or does not begin at 1',
				guarantee: 'An iterated answer is whole when its pages have no gap and nothing remains.',
			},
			unnumbered: {
				reading: 'no record shows its page',
				guarantee:
					'An iterated answer is whole only if what remained after each page proves it. Otherwise the item ends in an error, never with a part of the records.',
			},
		},
	},
	iteratedById: {
		question: 'What getting an iterated request by its ID shows (2.2: the ID is the same)',
		readings: {
			newest: {
				reading: 'its newest page',
				guarantee: 'The pages are read from the list, the newest one by ID.',
			},
			first: {
				reading: 'its first page',
				guarantee: 'The pages are read from the list.',
			},
			otherwise: {
				reading: 'something else',
				guarantee: 'The pages are read from the list.',
			},
		},
	},
	delivery: {
		question: 'What a delivery holds (6: payload not shown)',
		readings: {
			whole: {
				reading: 'the ID and the answer',
				guarantee: 'The trigger starts with what was delivered.',
			},
			withoutAnswer: {
				reading: 'the ID with some facts, but not the answer',
				guarantee: 'The trigger looks the rest up with the key: one more call, nothing lost.',
			},
			idAlone: {
				reading: 'the ID alone',
				guarantee: 'The trigger looks the rest up with the key: one more call, nothing lost.',
			},
			noId: {
				reading: 'no id, neither at its top level nor in data',
				guarantee: 'The trigger refuses the delivery, and n8n’s log says why.',
			},
		},
	},
	deliveredPages: {
		question: 'Whether the deliveries of an iterated query name their page (6: payload not shown)',
		readings: {
			named: {
				reading: 'they do, by page or page_request_id',
				guarantee: 'The trigger hands over each page once, in whatever order they come.',
			},
			unnamed: {
				reading: 'they do not',
				guarantee:
					'The trigger reads the pages’ records to tell which one has come. Where it can’t tell, it hands the page over rather than lose it.',
			},
		},
	},
	secondTries: {
		question: 'Second tries of a delivery that was not accepted (6: not shown)',
		readings: {
			seen: {
				reading: 'there are some',
				guarantee: 'A delivery that n8n could not take is made again.',
			},
			notSeen: {
				reading: 'none was seen while the suite watched',
				guarantee:
					'A sleeping execution looks by itself from time to time, so it wakes all the same. A page that the trigger could not take is lost to it unless the service tries again later; its record stays in the queue.',
			},
		},
	},
	signature: {
		question: 'Whether deliveries are signed (6: not shown)',
		readings: {
			signed: {
				reading: 'in the header that the trigger expects',
				guarantee: 'With the right secret, the trigger takes signed deliveries alone.',
			},
			unchecked: {
				reading: 'in the header that the trigger expects; not checked, as that takes the secret',
				guarantee: 'With the right secret, the trigger takes signed deliveries alone.',
			},
			wrong: {
				reading: 'in that header, but not as the trigger expects or with another secret',
				guarantee:
					'With a secret, the trigger refuses these deliveries: leave Webhook Secret empty.',
			},
			unsigned: {
				reading: 'not in the header that the trigger expects',
				guarantee: 'Leave Webhook Secret empty. Deliveries are known by their secret address.',
			},
		},
	},
} as const satisfies Readonly<Record<string, Topic>>;

export type TopicName = keyof typeof guarantees;

/** For each topic that was asked, which reading the service’s is, or why that can’t be told. */
export type Readings = {
	readonly [Name in TopicName]?: keyof (typeof guarantees)[Name]['readings'] | NotAsked;
};

/** What was found of a topic: the reading with its guarantee, or why it was not asked. */
export interface Found {
	readonly topic: TopicName;
	readonly question: string;
	readonly reading?: string;
	readonly guarantee?: string;
	readonly notAsked?: string;
}

export const topicNames = Object.keys(guarantees) as TopicName[];

/** What was found, with the words of the table. */
export function foundOf(topic: TopicName, reading: string | NotAsked): Found {
	const { question, readings }: Topic = guarantees[topic];
	if (reading instanceof NotAsked) return { topic, question, notAsked: reading.message };
	return { topic, question, ...readings[reading] };
}

/** What both have in common, said once. */
function grouped<Entry>(
	entries: readonly Entry[],
	sameAs: (entry: Entry) => unknown,
	together: (group: readonly Entry[]) => string,
): string[] {
	const groups = new Map<unknown, Entry[]>();
	for (const entry of entries) {
		groups.set(sameAs(entry), [...(groups.get(sameAs(entry)) ?? []), entry]);
	}
	return [...groups.values()].map(together);
}

/** All of it for the documents, in Markdown. */
export const guaranteesList = (): string =>
	grouped<Topic>(
		Object.values(guarantees),
		({ readings }) => readings,
		(topics) =>
			[
				`**${topics.map(({ question }) => question.replace(/: [^)]*\)$/, ')')).join('; ')}**\n`,
				...grouped<Guarantee>(
					Object.values(topics[0].readings),
					({ guarantee }) => guarantee,
					(readings) =>
						`- *${readings.map(({ reading }) => reading).join(' / ')}:* ${readings[0].guarantee}`,
				),
			].join('\n'),
	).join('\n\n');

/** The last part of the report, for the owner of a service. */
export const meaningOf = (found: readonly Found[]): string =>
	[
		'What this means for the nodes',
		...found.map(({ question, reading, guarantee, notAsked }) =>
			reading === undefined
				? `- ${question}\n  not asked: ${notAsked}`
				: `- ${question}\n  this service: ${reading}\n  ${guarantee}`,
		),
	].join('\n');
