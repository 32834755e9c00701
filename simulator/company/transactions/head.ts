import { decimal, formatQuantity } from '../amounts';
import { formatDate } from '../dates';
import { findById } from '../find';
import type { Company, Currency } from '../types';
import { textIn, type Writing } from './kind';

/** The date of a transaction: the day on which it is written, if the request has none. */
export const dateOf = ({ fields, moment }: Writing): string =>
	textIn(fields, 'TxnDate') ?? formatDate(moment);

/** The currency with this ListID, or the company's own one. */
export const currencyWith = ({ currencies }: Company, id: string | undefined): Currency =>
	findById(currencies, id) ?? currencies[0];

/** The rate of a transaction, as the request or its currency says. */
export const exchangeRateOf = ({ fields }: Writing, currency: Currency): string =>
	formatQuantity(decimal(textIn(fields, 'ExchangeRate') ?? currency.ExchangeRate ?? '1'));
