import type { TransactionKind } from './kind';
import { otherKinds } from './other-kinds';
import { paymentKinds } from './payments';
import { purchaseKinds } from './purchases';
import { saleKinds } from './sales';

/** All kinds of transactions, by name. Another kind is one more value here. */
export const transactionKinds: ReadonlyMap<string, TransactionKind> = new Map(
	[...saleKinds, ...paymentKinds, ...purchaseKinds, ...otherKinds].map((kind) => [kind.name, kind]),
);
