import { bankingRules } from './banking';
import { billPaymentRules } from './billPayments';
import { changedSaleRules } from './changedSales';
import { customerRules } from './customers';
import { customFieldRules } from './customFields';
import { generalRules } from './general';
import { itemRules } from './items';
import { linkRules } from './links';
import { orderRules } from './orders';
import { paymentRules } from './payments';
import { peopleRules } from './people';
import { purchaseRules } from './purchases';
import { removalRules } from './removals';
import type { Rule } from './rule';
import { saleLineRules } from './saleLines';
import { salesRules } from './sales';

const all = {
	...salesRules,
	...saleLineRules,
	...changedSaleRules,
	...customerRules,
	...orderRules,
	...paymentRules,
	...purchaseRules,
	...billPaymentRules,
	...bankingRules,
	...itemRules,
	...peopleRules,
	...removalRules,
	...linkRules,
	...customFieldRules,
	...generalRules,
};

export type RuleName = keyof typeof all;

/** All rules, by name. */
export const rules: Readonly<Record<RuleName, Rule>> = all;
