import { byName, written } from '../../../../support/written';

test('a vendor credit has the lines of a bill', () => {
	const values = {
		vendorListId: byName('CalOil'),
		itemLines: { line: [{ itemListId: byName('Door'), customerListId: byName('Kristy:Room') }] },
	};
	expect(written('vendorCredit', 'create', values)).toBe(
		[
			'<VendorCreditAddRq><VendorCreditAdd>',
			'<VendorRef><FullName>CalOil</FullName></VendorRef>',
			'<ItemLineAdd><ItemRef><FullName>Door</FullName></ItemRef>',
			'<CustomerRef><FullName>Kristy:Room</FullName></CustomerRef></ItemLineAdd>',
			'</VendorCreditAdd></VendorCreditAddRq>',
		].join(''),
	);
});
