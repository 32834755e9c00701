import type { AnswerObject } from './answerFromXml';

const CENTS = /^(-?)(\d+)\.(\d{2})$/;

/** An amount with two decimals, which qbXML asks for: `97.5` as `97.50`. What is no amount stays as it is. */
export const withCents = (amount: string): string =>
	amount.replace(
		/^([+-]?\d+)(?:\.(\d?))?$/,
		(_, whole: string, cents = '') => `${whole}.${cents.padEnd(2, '0')}`,
	);

/** An amount in cents. A service may write it as a number, such as 97.5. Undefined for what is no amount. */
export function centsOf(amount: unknown): bigint | undefined {
	const [, sign, whole, decimals] = CENTS.exec(withCents(String(amount ?? ''))) ?? [];
	if (whole === undefined) return undefined;
	const cents = BigInt(whole) * 100n + BigInt(decimals);
	return sign === '-' ? -cents : cents;
}

/** Cents as an amount. */
export function amountOf(cents: bigint): string {
	const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
	return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The elements that hold the total of a transaction. Each type has one of them, or shows it in two parts. */
export const totalElements: readonly string[] = [
	'TotalAmount',
	'AmountDue',
	'Amount',
	'CreditAmount',
	'DepositTotal',
];

/** The two parts in which sales show it, the subtotal and the tax. */
export const totalParts: readonly string[] = ['Subtotal', 'SalesTaxTotal'];

/** The sum of amounts. Undefined if there is none, or one that can't be read. */
export function sumOf(amounts: readonly unknown[]): string | undefined {
	const cents = amounts.map(centsOf).filter((one) => one !== undefined);
	if (cents.length === 0 || cents.length < amounts.length) return undefined;
	return amountOf(cents.reduce((sum, one) => sum + one, 0n));
}

/** The total of a transaction. Undefined if it shows none. */
export function totalOf(fields: AnswerObject): string | undefined {
	const whole = totalElements.map((name) => fields[name]).find((amount) => amount !== undefined);
	if (whole !== undefined) return String(whole);
	return sumOf(totalParts.map((name) => fields[name]).filter((part) => part !== undefined));
}
