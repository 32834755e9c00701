import { type AnswerObject, type AnswerValue, isObject } from '../qbxml/answerFromXml';

/** A discount that is only suggested is no amount of the record. */
const AMOUNT = /^(?!Suggested).*(?:Amount|AmountDue|Difference|Subtotal|Total)$/;

/** Every amount of a record and its lines. What can't be read as a number is one all the same. */
function amountsIn(value: AnswerValue, name = ''): number[] {
	if (Array.isArray(value)) return value.flatMap((one) => amountsIn(one, name));
	if (isObject(value)) {
		return Object.entries(value).flatMap(([inside, one]) => amountsIn(one, inside));
	}
	return AMOUNT.test(name) && String(value).trim() !== '' ? [Number(value)] : [];
}

const isNothing = (amount: number): boolean => amount === 0;

/**
 * Whether a transaction has been voided. Nothing says so but its amounts, which are all zero, and its memo, which then begins
 * with "VOID:". An invoice over nothing looks the same, but for its memo.
 * @param before The record as it was once, if that is known.
 */
export function voidingOf(
	now: AnswerObject,
	before: AnswerObject = {},
): 'notVoided' | 'unclear' | 'voided' {
	const amounts = amountsIn(now);
	if (!amounts.every(isNothing)) return 'notVoided';
	if (amounts.length === 0) return 'unclear';
	const saysSo = /^VOID\b/i.test(String(now.Memo ?? ''));
	return saysSo || !amountsIn(before).every(isNothing) ? 'voided' : 'unclear';
}
