import type { XmlContent } from '../../xml/write';

/** A record of a response, ready to be written, with the name of its element. */
export interface AnswerRecord {
	element: string;
	content: XmlContent;
}

/** A query that is answered page by page. */
export interface OpenIterator {
	/** The records that have not been answered yet. */
	rest: AnswerRecord[];
	/** What the query asked for, to be compared with that of later pages. */
	query: string;
}

/** What lasts for one connector session: the iterators opened in it. */
export interface Session {
	/** The name of the application that opened it. */
	application: string;
	iterators: Map<string, OpenIterator>;
}

/** A session of an application, without iterators. */
export const createSession = (application = ''): Session => ({
	application,
	iterators: new Map(),
});
