import type { Resource } from '../../operation';
import { queryCreditMemos } from './query';

export const creditMemo: Resource = {
	value: 'creditMemo',
	name: 'Credit Memo',
	operations: [queryCreditMemos],
};
