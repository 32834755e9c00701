import Big from 'big.js';

/** An amount with two decimals, rounded half away from zero, as qbXML writes an AMTTYPE. */
export const formatAmount = (amount: Big): string => amount.round(2, Big.roundHalfUp).toFixed(2);

/** A price with two to five decimals, as qbXML writes a PRICETYPE. */
export function formatPrice(price: Big): string {
	const rounded = price.round(5, Big.roundHalfUp);
	const decimals = rounded.toFixed().split('.')[1]?.length ?? 0;
	return rounded.toFixed(Math.max(2, decimals));
}

/** A quantity with at most five decimals and no trailing zeros. */
export const formatQuantity = (quantity: Big): string =>
	quantity.round(5, Big.roundHalfUp).toFixed();

/** Reads a decimal of qbXML, where `.5` and `+1.` are legal. */
export function decimal(text: string): Big {
	const [, sign, whole, fraction] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
	return new Big(`${sign === '-' ? '-' : ''}${whole || '0'}.${fraction || '0'}`);
}

/** The exact sum of amounts. */
export const sum = (amounts: Big[]): Big =>
	amounts.reduce((total, amount) => total.plus(amount), new Big(0));

/** A percentage of an amount, rounded to cents as in a company file. */
export const percentOf = (amount: Big, percent: Big): Big =>
	amount.times(percent).div(100).round(2, Big.roundHalfUp);

/** Quantity times price, rounded to cents. */
export const priced = (quantity: Big, rate: Big): Big =>
	quantity.times(rate).round(2, Big.roundHalfUp);
