import { Cleanup } from '../../n8n/processes/cleanup';
import { until } from '../../n8n/until';
import { apiClient } from '../service/support/api-client';
import { walkCommands, walkToOwnService } from '../service/support/own-service';

const invoice =
	'<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><InvoiceAddRq><InvoiceAdd>' +
	'<CustomerRef><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef>' +
	'<InvoiceLineAdd><ItemRef><FullName>Design</FullName></ItemRef><Quantity>2</Quantity></InvoiceLineAdd>' +
	'</InvoiceAdd></InvoiceAddRq></QBXMLMsgsRq></QBXML>';

const cleanup = new Cleanup();
afterAll(async () => await cleanup.run());

it('takes fewer than ten commands, the last of which starts n8n', () => {
	expect(walkCommands.length).toBeLessThan(10);
	expect(walkCommands.at(-1)).toBe('n8n start');
});

it('leads from nothing to an invoice, with the commands of the page', async () => {
	const { welcome, baseUrl, apiKey, stop } = await walkToOwnService(cleanup);
	expect(welcome).toContain('the one that "application create" printed');
	expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/api\/v1$/);

	const api = apiClient(baseUrl, apiKey);
	const connection = (await api('POST', '/connections', { body: { name: 'Office' } })).body.data;
	await fetch(`${connection.links.onboarding}/simulated-desktop`, { method: 'POST' });
	const queued = (
		await api('POST', `/connections/${connection.id}/queued_requests`, {
			body: { request_xml: invoice },
		})
	).body;
	const written = await until(
		async () => (await api('GET', `/queued_requests/${queued.data.id}`)).body.data,
		({ state }) => !['waiting', 'ticketed', 'sent'].includes(state),
	);
	expect(written.state).toBe('response_received');
	expect(written.response_xml).toContain('<TxnID>');

	await stop();
}, 180_000);
