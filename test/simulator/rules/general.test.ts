import { createSession } from '../../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../../simulator/qbxml/request-processor';
import { type Desk, document, readAnswers } from '../support/ask';
import { sendSet } from '../support/message-set';
import { rule } from '../support/rules';

const classAdd = (name: string): string =>
	`<ClassAddRq><ClassAdd><Name>${name}</Name></ClassAdd></ClassAddRq>`;

const answer = ({ company }: Desk, xml: string) =>
	readAnswers(answerRequest(company, createSession(), xml));

rule('unprocessed-requests-are-answered', (desk, isFollowed) => {
	const failing = '<ClassQueryRq><ListID>x</ListID></ClassQueryRq><HostQueryRq/><CompanyQueryRq/>';
	const codes = answer(desk, document(failing)).map(({ statusCode }) => statusCode);
	expect(codes).toEqual(isFollowed ? ['3000', '3231', '3231'] : ['3000']);
	expect(answer(desk, document(failing, 'continueOnError'))).toHaveLength(3);
});

rule('no-transaction-spans-a-set', (desk) => {
	const failing = '<TxnDelRq><TxnDelType>Bill</TxnDelType><TxnID>F-1</TxnID></TxnDelRq>';
	const codes = answer(desk, document(classAdd('Harbour') + failing)).map(
		({ statusCode }) => statusCode,
	);
	expect(codes).toEqual(['0', '3120']);
	expect(desk.company.classes.at(-1)?.Name).toBe('Harbour');
});

rule('rollback-on-error', (desk) => {
	expect(() => answer(desk, document('<HostQueryRq/>', 'rollbackOnError'))).toThrow('parsing');
});

rule('status-alone', (desk) => {
	const [{ statusCode, records }] = sendSet(
		desk,
		'responseData="includeNone"',
		'<ClassQueryRq/>',
	).answers;
	expect({ statusCode, records }).toEqual({ statusCode: '0', records: {} });
});

rule('raw-characters-beyond-ascii', (desk, isFollowed) => {
	const raw = document(classAdd('Cafe')).replace('fe', 'fé');
	const ask = () => answer(desk, raw)[0].statusCode;
	if (isFollowed) expect(ask).toThrow('parsing');
	else expect(ask()).toBe('0');
	expect(answer(desk, document(classAdd('Café by the sea')))[0].statusCode).toBe('0');
});

rule('characters-beyond-windows-1252', (desk) => {
	const [{ records }] = answer(desk, document(classAdd('Nguyễn €5 Øre “ą” 東')));
	expect(records.ClassRet[0].Name).toBe('Nguyen €5 Øre “a” ?');
});

rule('control-characters', (desk) => {
	for (const reference of ['&#1;', '&#12;', '&#31;']) {
		expect(() => answer(desk, document(classAdd(`Quay${reference}`)))).toThrow('parsing');
	}
	expect(answer(desk, document(classAdd('Quay &#9; 2')))[0].statusCode).toBe('0');
});
