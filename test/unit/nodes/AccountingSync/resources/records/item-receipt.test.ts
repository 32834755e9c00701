import { updateOf } from '../../../../support/update-of';
import { byName, written } from '../../../../support/written';

test('an item receipt takes a whole purchase order, and needs no lines then', () => {
	const form = {
		vendorListId: byName('CalOil'),
		additionalFields: { linkToTxnId: ['5B1A-1700000001'] },
	};
	expect(written('itemReceipt', 'create', form)).toBe(
		'<ItemReceiptAddRq><ItemReceiptAdd><VendorRef><FullName>CalOil</FullName></VendorRef>' +
			'<LinkToTxnID>5B1A-1700000001</LinkToTxnID></ItemReceiptAdd></ItemReceiptAddRq>',
	);
});

describe('Update', () => {
	const receipt =
		'<ItemReceiptRet><TxnID>1-1</TxnID><EditSequence>1</EditSequence><Memo>Old</Memo></ItemReceiptRet>';
	const hintsOf = (memo: string) => {
		const next = updateOf('itemReceipt', { additionalFields: { memo } }, receipt);
		return 'requests' in next ? next.requests.flatMap(({ hints = [] }) => hints) : undefined;
	};

	test('says that links to orders get lost', () => {
		expect(hintsOf('New')).toEqual([expect.stringContaining('loses its links')]);
	});

	test('changes and says nothing if all is so already', () => {
		expect(hintsOf('Old')).toBeUndefined();
	});
});
