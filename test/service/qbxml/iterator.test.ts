import { continueIterator, requestToXml, startIterator } from '../../../service/qbxml';
import { prebuiltQuery } from '../support/prebuilt';

const iterated = (
	endpoint: 'vendors' | 'sales_tax_items' | 'items',
	query: Record<string, unknown>,
) => startIterator(prebuiltQuery(endpoint, { ...query, iterate: true }).request);

describe('an iteration', () => {
	it('starts with pages of 100 records, before the filters', () => {
		expect(requestToXml(iterated('vendors', { active_status: 'All' }))).toContain(
			'<VendorQueryRq iterator="Start"><MaxReturned>100</MaxReturned><ActiveStatus>All</ActiveStatus></VendorQueryRq>',
		);
	});

	it('takes the given maximum as the page size, even where the response is filtered', () => {
		const query = { max_returned: 7, request_id: 'r', name: 'a', from_name: 'A' };
		expect(requestToXml(iterated('vendors', query))).toContain(
			'<VendorQueryRq requestID="r" iterator="Start"><MaxReturned>7</MaxReturned><NameRangeFilter><FromName>A</FromName></NameRangeFilter></VendorQueryRq>',
		);
	});

	it('continues with the same query and the iterator of the response', () => {
		const start = iterated('vendors', { active_status: 'All' });
		expect(requestToXml(continueIterator(start, '{eb05}'))).toContain(
			'<VendorQueryRq iterator="Continue" iteratorID="{eb05}"><MaxReturned>100</MaxReturned><ActiveStatus>All</ActiveStatus></VendorQueryRq>',
		);
		expect(start.request.attributes).toEqual({ iterator: 'Start' });
	});

	it('leaves a query for given records alone, because its response is complete', () => {
		expect(requestToXml(iterated('sales_tax_items', { 'list_ids[]': ['1', '2'] }))).toContain(
			'<ItemSalesTaxQueryRq><ListID>1</ListID><ListID>2</ListID></ItemSalesTaxQueryRq>',
		);
		expect(requestToXml(iterated('items', { name: 'Lumber', max_returned: 1 }))).toContain(
			'<ItemQueryRq><FullName>Lumber</FullName></ItemQueryRq>',
		);
	});
});
