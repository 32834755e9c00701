import type { INodeProperties } from 'n8n-workflow';

/** Something that the form says, and nobody fills in. */
export const noticeField = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});
