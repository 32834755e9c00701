import { queryString } from '../../../queue/calls/serviceCall';
import { startService } from '../../../service/server/start-service';
import { requestOf } from '../../unit/support/request-of';

/** Sends what the form of Statement Charge → Query makes to a service of its own, and returns what that has queued. */
async function queued(): Promise<unknown> {
	const apiKey = 'contributor';
	const service = await startService({ apiKeys: [apiKey], log: false });
	const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` };
	try {
		const created = await fetch(`${service.baseUrl}/connections`, { method: 'POST', headers });
		const { data: connection } = (await created.json()) as { data: { id: string } };
		const { method, path, query } = requestOf('statementCharge', 'query', {
			connection: connection.id,
			filters: { transactionDateFrom: '2026-01-01' },
			options: { fields: ['TxnID'], customRequestId: 'charges-1' },
		});
		const url = `${service.baseUrl}${path}${queryString(query)}`;
		const answer = await fetch(url, { method, headers });
		return { status: answer.status, body: await answer.json() };
	} finally {
		await service.close();
	}
}

void queued().then((answer) => process.stdout.write(JSON.stringify(answer)));
