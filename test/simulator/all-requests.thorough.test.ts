import fc from 'fast-check';

import { readMessages } from '../../quickbooks/facts/readMessages';
import { requests } from '../../quickbooks/facts/requests';
import { createCompany } from '../../simulator/company/seed/create-company';
import { RequestProcessorError } from '../../simulator/qbxml/protocol/status-errors';
import { answerRequest } from '../../simulator/qbxml/request-processor';
import { arbitraryRequest, type XmlTree } from '../support/qbxml-documents';
import { type Mistake, mistakes, withMistakes } from '../support/qbxml-mistakes';
import { writeTree } from '../support/xml-trees';
import { document, openDesk, readAnswers } from './support/ask';

const company = createCompany({ customers: 3, vendors: 3, invoices: 1, creditMemos: 1 });
const { session } = openDesk(company);
const facts = [...readMessages(requests).values()];

/** The status that a request is answered with, or the code with which the whole document is refused. */
function verdictOn(request: XmlTree): string {
	try {
		const xml = answerRequest(company, session, document(writeTree(request)));
		return readAnswers(xml)[0].statusCode;
	} catch (error) {
		if (error instanceof RequestProcessorError) return error.hresult;
		throw error;
	}
}

const PARSE_ERROR = '0x80040400';

/** Statuses of values that cannot be converted. */
const VALUE_ERROR = /^(30(?!3[01])[1-9]\d|3000|3110)$/;

/** What QuickBooks says of a name with a colon in it. qbXML itself allows any text. */
const COLON_ERROR = '3090';

const hasColonInName = ({ children = [] }: XmlTree): boolean =>
	children.some((record) =>
		record.children?.some(({ name, text }) => name === 'Name' && text?.includes(':')),
	);

const verdicts: Record<Mistake, RegExp> = {
	'an unknown element': /^0x80040400$/,
	'an unknown attribute': /^0x80040400$/,
	'an element out of order': /^0x80040400$/,
	'an element too many': /^0x80040400$/,
	'a required element missing': /^0x80040400$/,
	'two alternatives of a choice': /^0x80040400$/,
	'a text that is too long': /^3070$/,
	'a value of another type': /^(0x80040400|3000|30[1-6][05]|3110)$/,
};

describe.each(facts)('$name', (message) => {
	it('passes as qbXML allows it', () => {
		fc.assert(
			fc.property(arbitraryRequest(message), (request) => {
				const verdict = verdictOn(request);
				expect(verdict).not.toBe(PARSE_ERROR);
				if (verdict === COLON_ERROR) expect(hasColonInName(request)).toBe(true);
				else expect(verdict).not.toMatch(VALUE_ERROR);
			}),
			{ numRuns: 15 },
		);
	});

	it('is refused with one mistake', () => {
		fc.assert(
			fc.property(
				arbitraryRequest(message),
				fc.constantFrom(...(Object.keys(mistakes) as Mistake[])),
				fc.nat(),
				(request, mistake, which) => {
					const wrong = withMistakes(request, message, mistake);
					if (wrong.length === 0) return;
					expect(verdictOn(wrong[which % wrong.length])).toMatch(verdicts[mistake]);
				},
			),
			{ numRuns: 40 },
		);
	});
});
