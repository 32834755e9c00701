import type { XmlContent } from '../../xml/write';

/** A record of a response, ready to be written, with the name of its element. */
export interface AnswerRecord {
	element: string;
	content: XmlContent;
}

/** What lasts for one connector session: the iterators opened in it. */
export interface Session {
	iterators: Map<string, AnswerRecord[]>;
}

/** A session without iterators. */
export const createSession = (): Session => ({ iterators: new Map() });
