import { answerXml, outputOf } from '../../../../support/output-of';
import { requestOf } from '../../../../support/request-of';
import { byName } from '../../../../support/written';

test.each([
	['customer', 'delete', 'listId', 'name', 'Delete'],
	['item', 'delete', 'listId', 'name', 'Delete'],
	['invoice', 'void', 'txnId', 'number', 'Void'],
	['bill', 'delete', 'txnId', 'number', 'Delete'],
])(
	'%s.%s: what Get takes in the same field, a name or a number, is no ID',
	(resource, operation, field, what, label) => {
		expect(() => requestOf(resource, operation, { [field]: byName('1042') })).toThrow(
			expect.objectContaining({
				name: 'FormError',
				message: `${resource[0].toUpperCase()}${resource.slice(1)} holds the ${what} "1042", but ${label} needs an ID.`,
				description: 'The item was not sent. Choose the record From List or By ID.',
			}),
		);
	},
);

const OK = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

test.each([
	['customer', 'delete', 'listId', 'ListDelRs', { ListID: '80000001-1' }],
	['bill', 'delete', 'txnId', 'TxnDelRs', { TxnID: '80000001-1' }],
	['invoice', 'void', 'txnId', 'TxnVoidRs', { TxnID: '80000001-1' }],
])(
	'%s.%s: an answer without elements gives the ID that was chosen',
	(resource, operation, field, element, output) => {
		const answers = [{ response_xml: answerXml(`<${element} ${OK} />`) }];
		const form = { [field]: byId('80000001-1') };
		expect(outputOf(resource, operation, answers, form)).toEqual([output]);
	},
);

test('an answer with elements comes out as it is', () => {
	const said = '<TxnDelType>Bill</TxnDelType><TxnID>5B1A-1</TxnID><RefNumber>1042</RefNumber>';
	const answers = [{ response_xml: answerXml(`<TxnDelRs ${OK}>${said}</TxnDelRs>`) }];
	expect(outputOf('bill', 'delete', answers, { txnId: byId('5B1A-1') })).toEqual([
		{ TxnDelType: 'Bill', TxnID: '5B1A-1', RefNumber: '1042' },
	]);
});
