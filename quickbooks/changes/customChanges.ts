import type { AnswerObject } from '../qbxml/answerFromXml';
import { isSameText } from '../qbxml/characters';
import type { Change } from './change';
import type { ReadRecord } from './lineKinds';

/** The changes of custom fields that differ from what a record shows. */
export function customChanges<Field extends { name: string; value: string }>(
	record: ReadRecord,
	wanted: readonly Field[],
) {
	const { DataExtRet: shown = [] } = record.fields;
	const fields = [shown].flat() as AnswerObject[];
	return wanted.flatMap((one): Array<{ field: Field; change: Change }> => {
		const now = fields.find(
			({ DataExtName: name }) => String(name).toLowerCase() === one.name.toLowerCase(),
		);
		const from = now?.DataExtValue === undefined ? null : String(now.DataExtValue);
		if (isSameText(from ?? '', one.value)) return [];
		const to = one.value === '' ? null : one.value;
		return [{ field: one, change: { field: one.name, path: 'DataExt', from, to } }];
	});
}
