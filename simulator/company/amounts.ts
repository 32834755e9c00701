import Big from 'big.js';

/** Money with two decimals, halves away from zero, as qbXML writes an AMTTYPE. */
export const formatAmount = (amount: Big): string => amount.round(2, Big.roundHalfUp).toFixed(2);

/** A price: at least two decimals, at most five, as qbXML writes a PRICETYPE. */
export function formatPrice(price: Big): string {
	const rounded = price.round(5, Big.roundHalfUp);
	const decimals = rounded.toFixed().split('.')[1]?.length ?? 0;
	return rounded.toFixed(Math.max(2, decimals));
}

/** A quantity without needless zeros, at most five decimals. */
export const formatQuantity = (quantity: Big): string =>
	quantity.round(5, Big.roundHalfUp).toFixed();

/** Reads a decimal as it stands in qbXML, where `.5` and `+1.` are legal. */
export function decimal(text: string): Big {
	const [, sign, whole, fraction] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? [];
	return new Big(`${sign === '-' ? '-' : ''}${whole || '0'}.${fraction || '0'}`);
}

/** The sum of amounts, exactly. */
export const sum = (amounts: Big[]): Big =>
	amounts.reduce((total, amount) => total.plus(amount), new Big(0));

/** An amount at a percentage, rounded to cents as a company file keeps it. */
export const percentOf = (amount: Big, percent: Big): Big =>
	amount.times(percent).div(100).round(2, Big.roundHalfUp);

/** A quantity at a price, rounded to cents. */
export const priced = (quantity: Big, rate: Big): Big =>
	quantity.times(rate).round(2, Big.roundHalfUp);
