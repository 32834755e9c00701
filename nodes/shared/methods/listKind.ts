import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { ListKind, RecordList } from '../fields/recordLists';

/** The kind of records that a list shows with the form as it is filled in now. */
export const listKindOf = (context: ILoadOptionsFunctions, { kind }: RecordList): ListKind =>
	typeof kind === 'function' ? kind((field) => context.getCurrentNodeParameter(field)) : kind;
