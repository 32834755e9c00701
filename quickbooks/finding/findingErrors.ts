import { FormError } from '../form/formError';
import type { AnswerRecord } from '../qbxml/answer';
import { inWords, withArticle } from '../qbxml/words';
import type { MatchKey } from '../records/matchKeys';
import { nameOfRecord } from '../records/names';
import { formsOf, hasVariants, type RecordKind } from '../records/record';

/** Why a record can't be found, and can't be created either. Each names the records that it is about. */

const SHARED_NAMES = "Customers, vendors, employees and other names can't have the same name";

const MOST_LISTED = 10;

export const isActive = ({ fields }: AnswerRecord): boolean => String(fields.IsActive) !== 'false';

const isOfKind = (kind: RecordKind, { type }: AnswerRecord): boolean =>
	formsOf(kind).some(({ qbxml }) => qbxml === type);

/** A record in a list of several, for people to tell them apart. */
function inList(record: AnswerRecord, key?: MatchKey): string {
	const { ListID, Email } = record.fields;
	const details = [
		`ID ${String(ListID)}`,
		key ? key.held(record) : Email,
		...(isActive(record) ? [] : ['inactive']),
	];
	return `"${nameOfRecord(record)}" (${details.filter((one) => one !== undefined).join(', ')})`;
}

function listed(records: readonly AnswerRecord[], key?: MatchKey): string {
	const more = records.length - MOST_LISTED;
	return [
		...records.slice(0, MOST_LISTED).map((record) => inList(record, key)),
		...(more > 0 ? [`${more} more`] : []),
	].join('; ');
}

/** What something was found by, in words. */
export interface FoundBy {
	key?: MatchKey;
	/** The full name, or the value of the key. */
	value: string;
}

const inSentence = ({ key, value }: FoundBy): string => `${key?.label ?? 'name'} "${value}"`;

export const severalError = (
	{ plural }: RecordKind,
	records: readonly AnswerRecord[],
	by: FoundBy,
): FormError =>
	new FormError(
		`${records.length} ${plural} have the ${inSentence(by)}.`,
		`Nothing was written, because it is not clear which one is meant: ${listed(records, by.key)}. Correct the others, or choose something else under Match By.`,
	);

export const inactiveError = (
	{ noun }: RecordKind,
	record: AnswerRecord,
	{ key }: FoundBy,
	advice: string,
): FormError =>
	new FormError(
		`The ${noun} ${inList(record, key).replace(', inactive)', ')')} is inactive.`,
		`${advice} If you mean another ${noun}, give it another ${key?.label ?? 'name'}: inactive ones keep theirs.`,
	);

/** The type of an item, as the form calls it. */
function typeInWords({ form }: RecordKind, type: string): string {
	const variant = hasVariants(form) && form.variants.find(({ qbxml }) => qbxml === type);
	return variant ? variant.name : inWords(type);
}

export function otherKindError(kind: RecordKind, record: AnswerRecord, by: FoundBy): FormError {
	const { noun } = kind;
	if (isOfKind(kind, record)) {
		return new FormError(
			`The ${inSentence(by)} belongs to an item of another type: ${typeInWords(kind, record.type)}.`,
			`Nothing was written. Choose this type under Item Type, or give the new item another ${by.key?.label ?? 'name'} than ${inList(record, by.key)} has.`,
		);
	}
	const owner = record.type === 'OtherName' ? 'entry under Other Names' : record.type.toLowerCase();
	return new FormError(
		`The ${inSentence(by)} belongs to ${withArticle(owner)}.`,
		`Nothing was written. ${SHARED_NAMES}: give the ${noun} another one, such as "${nameOfRecord(record)} (${noun})". The ${owner} is ${inList(record)}.`,
	);
}

/** @param mayBeOwn Whether the run may have created the one with that name. */
export const takenNameError = (
	{ noun, plural }: RecordKind,
	record: AnswerRecord,
	{ key, value }: FoundBy,
	mayBeOwn: boolean,
): FormError =>
	new FormError(
		`No ${noun} has the ${key?.label ?? 'name'} "${value}", but there is one called "${nameOfRecord(record)}".`,
		mayBeOwn
			? `This item has most likely created it, without that value. Set it by hand or with Data Extension > Set, and press Retry. It is ${inList(record)}.`
			: `Nothing was written, because two ${plural} can't have the same name. If it is the same one, correct it there. If it is not, give the new ${noun} another name. It is ${inList(record)}.`,
	);

export const nearNameError = (
	{ noun }: RecordKind,
	records: readonly AnswerRecord[],
	fullName: string,
): FormError =>
	new FormError(
		`There is no ${noun} "${fullName}", but there are names that are nearly the same: ${listed(records)}.`,
		`Nothing was written. If one of them is meant, give its name exactly. If the ${noun} is a new one, use Create.`,
	);

export const lostNameError = ({ noun }: RecordKind, fullName: string): FormError =>
	new FormError(
		`QuickBooks can't keep the name "${fullName}": hardly a letter of it would be left.`,
		`Nothing was written, because the ${noun} could never be found again. Give it a name in Western European letters, or choose something else under Match By.`,
	);

export const unknownCustomFieldError = (
	{ plural }: RecordKind,
	name: string,
	known: readonly string[],
): FormError =>
	new FormError(
		`The ${plural} in QuickBooks have no custom field "${name}".`,
		known.length > 0
			? `They have ${known.map((one) => `"${one}"`).join(', ')}. A new one has to be added in QuickBooks by hand.`
			: 'They have none at all. Add it in QuickBooks first.',
	);

export const unknownParentError = ({ noun }: RecordKind, id: string): FormError =>
	new FormError(
		`QuickBooks has no ${noun} with the ID "${id}", which is given as the parent.`,
		'Choose the parent from the list, or give its name.',
	);

/** @param reason Why the custom field was not set, in the application's words. */
export const withoutCustomFieldError = (
	{ noun }: RecordKind,
	record: AnswerRecord | undefined,
	field: string,
	reason: string,
): FormError =>
	new FormError(
		`The ${noun}${record ? ` ${inList(record)}` : ''} was created, but without its custom field "${field}".`,
		`${reason} Set it by hand or with Data Extension > Set. Until then, the ${noun} is not found by it.`,
	);
