import { type Answered, openDesk, pluck } from './support/ask';

const start = (maximum: number): string =>
	`<InvoiceQueryRq requestID="9" iterator="Start"><MaxReturned>${maximum}</MaxReturned></InvoiceQueryRq>`;

const next = (iteratorID: string | undefined, maximum: number): string =>
	`<InvoiceQueryRq iterator="Continue" iteratorID="${iteratorID}"><MaxReturned>${maximum}</MaxReturned></InvoiceQueryRq>`;

describe('an iterator', () => {
	it('goes through everything once, in pages', () => {
		const { ask, company } = openDesk();
		const pages: Answered[] = [ask(start(140))];
		while (pages.at(-1)?.iteratorRemainingCount !== '0') {
			pages.push(ask(next(pages[0].iteratorID, 140)));
		}
		expect(pages.map(({ iteratorRemainingCount }) => iteratorRemainingCount)).toEqual([
			'160',
			'20',
			'0',
		]);
		expect(pages[0].iteratorID).toMatch(/^\{[0-9a-f-]{36}\}$/);
		expect(new Set(pages.map(({ iteratorID }) => iteratorID)).size).toBe(1);
		expect(pages.flatMap(({ records }) => pluck(records.InvoiceRet, 'TxnID'))).toEqual(
			company.invoices.map(({ TxnID }) => TxnID),
		);
	});

	it('goes through what was there when it was started', () => {
		const { ask, company } = openDesk();
		const { iteratorID } = ask(start(299));
		company.invoices.length = 0;
		expect(ask(next(iteratorID, 10)).records.InvoiceRet).toHaveLength(1);
	});

	it('ends when it is stopped', () => {
		const { ask } = openDesk();
		const stopped = ask(start(10)).iteratorID;
		expect(ask(`<InvoiceQueryRq iterator="Stop" iteratorID="${stopped}"/>`)).toMatchObject({
			statusCode: '0',
			records: {},
		});
		expect(ask(next(stopped, 10)).statusCode).toBe('3391');
	});

	it('needs a page size', () => {
		const { ask } = openDesk();
		expect(ask('<InvoiceQueryRq iterator="Start"/>')).toMatchObject({
			statusCode: '3150',
			statusSeverity: 'Error',
		});
	});

	it('says how many are left when nothing matches', () => {
		const { ask } = openDesk();
		const none = ask(
			'<VendorQueryRq iterator="Start"><MaxReturned>5</MaxReturned><NameFilter><MatchCriterion>Contains</MatchCriterion><Name>nobody</Name></NameFilter></VendorQueryRq>',
		);
		expect(none).toMatchObject({ statusCode: '1', iteratorRemainingCount: '0', records: {} });
	});
});
