import { connectorClient } from '../../../service/support/connector-client';
import type { LocalService } from '../../support/local-service';

/** How the accounting application answers one request. */
export interface Answered {
	/** How many records the iterator still has to give. */
	remaining?: number;
	records?: string;
	statusCode?: number;
	severity?: 'Info' | 'Warn' | 'Error';
}

export type DeskByHand = Awaited<ReturnType<typeof deskByHand>>;

function answerTo(request: string, { remaining, records = '', ...status }: Answered): string {
	const [, kind, requestId] = /<(\w+)Rq requestID="([^"]*)"/.exec(request) ?? [];
	const { statusCode = 0, severity = 'Info' } = status;
	const iterator =
		remaining === undefined ? '' : `iteratorRemainingCount="${remaining}" iteratorID="{1}"`;
	return (
		'<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>' +
		`<${kind}Rs requestID="${requestId}" statusCode="${statusCode}" statusSeverity="${severity}" statusMessage="So." ${iterator}>` +
		`${records}</${kind}Rs></QBXMLMsgsRs></QBXML>`
	);
}

/** A connection whose desktop does what the test says, when it says so. */
export async function deskByHand(service: Pick<LocalService, 'baseUrl' | 'call'>) {
	const { id, username } = await service.call<{ id: string; username: string }>(
		'POST',
		'/connections',
		{},
	);
	const { password } = await service.call<{ password: string }>(
		'POST',
		`/connections/${id}/password`,
		{},
	);
	const connector = connectorClient(`${new URL(service.baseUrl).origin}/connector`);
	return {
		id,
		/**
		 * One connector session that answers the next requests; a function gives its answer when its turn comes, and
		 * `'lost'` ends the session with a request unanswered.
		 */
		async session(...answers: Array<Answered | (() => Promise<Answered>) | 'lost'>): Promise<void> {
			const [ticket] = await connector.authenticate(username, password);
			for (const answered of answers) {
				const request = await connector.sendRequestXML(ticket);
				if (answered === 'lost') break;
				const content = typeof answered === 'function' ? await answered() : answered;
				await connector.receiveResponseXML(ticket, answerTo(request, content));
			}
			await connector.closeConnection(ticket);
		},
	};
}
