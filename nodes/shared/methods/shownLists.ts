import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { listKinds, listOfEntryType, transactionsOf, type ListKind, type ListName } from '../fields/recordLists';

/** A list as the fields show it that take an ID from it. */
export interface ShownList {
	/** Which list it is: always the same, or what another field says. */
	listOf: (context: ILoadOptionsFunctions) => ListKind;
	/** The names of the fields that take one ID from it. */
	heldBy: readonly string[];
}

const always = (name: ListName, ...heldBy: string[]): ShownList => ({
	listOf: () => listKinds[name],
	heldBy,
});

/** The lists by the name that the fields call them by. */
export const shownLists = {
	accounts: always('accounts'),
	classes: always('classes', 'classListId'),
	currencies: always('currencies'),
	customers: always('customers', 'customerListId'),
	items: always('items', 'itemListId', 'listId'),
	listEntries: {
		listOf: (context) =>
			listKinds[listOfEntryType[String(context.getCurrentNodeParameter('listDataExtType'))]] ??
			listKinds.customers,
		heldBy: ['listId'],
	},
	receivableAccounts: always('receivableAccounts', 'arAccountListId'),
	salesTaxCodes: always('salesTaxCodes', 'customerSalesTaxCodeListId'),
	salesTaxItems: always('salesTaxItems', 'itemSalesTaxListId'),
	templates: always('templates', 'templateListId'),
	transactions: {
		listOf: (context) =>
			transactionsOf(String(context.getCurrentNodeParameter('txnDataExtType') ?? 'Invoice')),
		heldBy: ['txnId'],
	},
} satisfies Record<string, ShownList>;

/** The lists that a field can show. */
export type ShownListName = keyof typeof shownLists;

/** The name of a list's method in the node. */
export const methodOf = (name: ShownListName): string =>
	`list${name[0].toUpperCase()}${name.slice(1)}`;
