import type { RequestType } from '../schema/request-type';
import { companyQuery } from './company-query';
import { dataExtDefQuery } from './data-ext-def-query';
import { dataExtWrites } from './data-ext-writes';
import { deletedQueries } from './deleted-queries';
import { hostQuery } from './host-query';
import { listQueries } from './list-queries';
import { listWrites } from './list-writes';
import { paymentsToDeposit } from './payments-to-deposit';
import { preferencesQuery } from './preferences-query';
import { reports } from './reports';
import { templateQuery } from './template-query';
import { transactionQueries } from './transaction-queries';
import { transactionQuery } from './transaction-query';
import { transactionWrites } from './transaction-writes';

/**
 * Every supported request, by its element. Requests of lists and transactions come from the tables of their kinds; any other
 * one is a file and a line here.
 */
export const requestTypes: ReadonlyMap<string, RequestType> = new Map(
	[
		hostQuery,
		companyQuery,
		preferencesQuery,
		...listQueries,
		...listWrites,
		templateQuery,
		...transactionQueries,
		...transactionWrites,
		transactionQuery,
		paymentsToDeposit,
		...deletedQueries,
		...reports,
		dataExtDefQuery,
		...dataExtWrites,
	].map((type) => [type.name, type]),
);
