import type { XmlElement } from '../../../xml/read-xml';
import type { Company } from '../../company/types';
import type { AnswerRecord, Session } from '../protocol/session';
import type { Status } from '../protocol/status-errors';
import type { Support } from './support';

export interface Answer {
	status: Status;
	records: AnswerRecord[];
	/** Attributes of the response besides the status, in qbXML's order. */
	attributes?: Record<string, string>;
}

/** One kind of qbXML request: what can be carried out of it, and how it is answered from a company file. */
export interface RequestType {
	/** The request's element, such as `CustomerQueryRq`. */
	name: string;
	support: Support;
	/**
	 * Answers a request that qbXML allows and that has nothing else in it than what is supported.
	 * @throws StatusError when the response is a status only
	 */
	answer: (request: XmlElement, company: Company, session: Session) => Answer;
}
