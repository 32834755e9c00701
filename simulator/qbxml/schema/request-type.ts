import type { XmlElement } from '../../../xml/read-xml';
import type { Company } from '../../company/types';
import type { AnswerRecord, Session } from '../protocol/session';
import type { Status } from '../protocol/status-errors';
import type { Particle } from './particles';

export interface Answer {
	status: Status;
	records: AnswerRecord[];
	/** Attributes of the response besides the status, in qbXML's order. */
	attributes?: Record<string, string>;
}

/** One kind of qbXML request: what it may contain, and how it is answered from a company file. */
export interface RequestType {
	/** The request's element, such as `CustomerQueryRq`. */
	name: string;
	/** The attributes it takes besides `requestID`. */
	attributes: readonly string[];
	content: Particle[];
	/**
	 * Answers a request whose structure has been checked against `content`.
	 * @throws StatusError when the response is a status only
	 */
	answer: (request: XmlElement, company: Company, session: Session) => Answer;
}
