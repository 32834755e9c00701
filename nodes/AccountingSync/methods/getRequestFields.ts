import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { readConnection } from '../../../queue/calls/connections';
import { chosenIn } from '../../../quickbooks/form/choice';
import { desktopOf } from '../../../quickbooks/qbxml/desktop';
import { loadRequestFacts } from '../../../quickbooks/qbxml/requestFacts';
import { isVersion } from '../../../quickbooks/qbxml/versions';
import { requestFields } from '../../../quickbooks/requests/requestFields';
import { requestNamed } from '../../../quickbooks/requests/typedValues';
import { chosenConnection } from '../../shared/methods/chosenConnection';
import { withDeadline } from '../../shared/methods/withDeadline';
import { serviceOf } from '../../shared/transport/service';
import { mapperField } from './mapperField';

/** The version of qbXML that the form or the connection names. Undefined if we can't find out in time. */
async function versionOf(context: ILoadOptionsFunctions): Promise<string | undefined> {
	const typed = String(context.getCurrentNodeParameter('typedVersion') ?? '');
	if (isVersion(typed)) return typed;
	return await withDeadline(context, async (deadline) => {
		const id = await chosenConnection(context);
		return desktopOf(await readConnection(serviceOf(context), id, deadline)).version;
	}).catch(() => undefined);
}

const nothing = (emptyFieldsNotice: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice,
});

/** The fields of the chosen request for n8n's mapper. */
export async function getRequestFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = chosenIn(this.getCurrentNodeParameter('typedRequest')) ?? '';
	if (name === '') return nothing('Choose a request first: its fields appear here.');
	const request = requestNamed(await loadRequestFacts(), name);
	if (!request) return nothing('qbXML has no request of this name. Choose one from the list.');
	const version = await versionOf(this);
	return { fields: requestFields(request).map((field) => mapperField(field, version)) };
}
