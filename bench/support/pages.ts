import { randomUUID } from 'node:crypto';

import { createCompany } from '../../simulator/company/seed/create-company';
import { createSession } from '../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../simulator/qbxml/request-processor';
import { answerJson } from '../../test/support/answers';

const QUERY =
	'<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq/></QBXMLMsgsRq></QBXML>';

/** The simulated desktop's answer to a query, with that many customers; the company's are repeated until there are enough. */
export function answerWith(records: number): string {
	const xml = answerRequest(createCompany(), createSession(), QUERY);
	const given = xml.match(/<CustomerRet>.*?<\/CustomerRet>/gs) ?? [];
	const wanted = Array.from({ length: records }, (_, index) => given[index % given.length]);
	const [head] = xml.split('<CustomerRet>');
	const tail = xml.slice(xml.lastIndexOf('</CustomerRet>') + '</CustomerRet>'.length);
	return `${head}${wanted.join('')}${tail}`;
}

/** Makes the bodies of deliveries with that answer, as XML and as JSON, each of a request of its own. */
export function deliveriesOf(answer: string): () => string {
	const content = {
		page: 1,
		state: 'completed',
		response_xml: answer,
		response_json: answerJson(answer),
		error: null,
	};
	// The answer is the same in all of them and may be long: it is written once.
	const rest = JSON.stringify(content).slice(1);
	return () => {
		const id = randomUUID();
		const own = { timestamp: new Date().toISOString(), id, page_request_id: id };
		return `${JSON.stringify(own).slice(0, -1)},${rest}`;
	};
}
