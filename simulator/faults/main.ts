import { Command, InvalidArgumentError } from 'commander';

import { callService, connectionToUse, type ServiceAccess } from './service-client';

type Options = ServiceAccess & { connection?: string };

function number(text: string): number {
	if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.');
	return Number(text);
}

const program = new Command('faults')
	.description('Makes the simulated desktop of a connection misbehave.')
	.option('--service <address>', 'where the service runs', 'http://127.0.0.1:4300')
	.requiredOption('--api-key <key>', 'the API key of the application')
	.option('--connection <id>', 'the connection; not needed when there is only one');

async function call(method: string, path: string, body?: object): Promise<void> {
	const { connection, ...access } = program.opts<Options>();
	const id = await connectionToUse(access, connection);
	const url = `/simulator/connections/${encodeURIComponent(id)}${path}`;
	const data = await callService(access, method, url, body);
	const written = data === undefined ? 'Done.' : JSON.stringify(data, null, 2);
	process.stdout.write(`${written}\n`);
}

const addFault = (fault: object): Promise<void> => call('POST', '/faults', fault);

interface Aimed {
	times: number;
	request?: string;
}

/** A command for a fault of the next requests. */
const aimed = (name: string, description: string): Command =>
	program
		.command(name)
		.description(description)
		.option('--times <number>', 'how many requests', number, 1)
		.option('--request <name>', 'only requests of this name, such as InvoiceAddRq');

program
	.command('offline')
	.description('The computer is off: no session runs.')
	.argument('<seconds>', 'for how long', number)
	.action((seconds: number) => addFault({ fault: 'offline', seconds }));

aimed('busy', 'A dialog is open: the next request becomes retryable.').action((options: Aimed) =>
	addFault({ fault: 'busy', ...options }),
);

aimed('refused', 'The next request is refused with a status code, and not carried out.')
	.argument('<status code>', 'qbXML’s code of an error, 1000 to 9999', number)
	.option('--message <text>', 'what the application says')
	.action((status_code: number, { message, ...options }: Aimed & { message?: string }) =>
		addFault({ fault: 'refused', status_code, status_message: message, ...options }),
	);

aimed('unanswered', 'The next request is carried out, but the session ends without an answer.')
	.option('--silent', 'the connector does not even close its session')
	.option('--before', 'the session ends before the request is carried out')
	.option('--kept', 'QuickBooks keeps the answer, and the next session asks for it')
	.action(
		({ before, ...options }: Aimed & { silent?: boolean; before?: boolean; kept?: boolean }) =>
			addFault({ fault: 'unanswered', ...(before && { carried_out: false }), ...options }),
	);

aimed('locked', 'Somebody has open what the next request writes.')
	.argument('<status code>', '3170, 3175, 3176, 3180 or 3185', number)
	.action((status_code: number, options: Aimed) =>
		addFault({ fault: 'locked', status_code, ...options }),
	);

aimed('warned', 'The next request is carried out, and QuickBooks warns of something.')
	.argument('<status code>', '501, 530, 531, 550, 560 or 570', number)
	.option('--about <words...>', 'what the warning is about, such as the name of a field')
	.action((status_code: number, options: Aimed & { about?: string[] }) =>
		addFault({ fault: 'warned', status_code, ...options }),
	);

aimed('hresult', 'QuickBooks reports an error instead of an answer to the next request.')
	.argument('<code>', 'such as 0x8004041C')
	.option('--carried-out', 'the request is carried out nevertheless')
	.option('--before', 'the request is not carried out')
	.action(
		(
			code: string,
			{ carriedOut, before, ...options }: Aimed & { carriedOut?: boolean; before?: boolean },
		) =>
			addFault({
				fault: 'hresult',
				hresult: code,
				...(carriedOut && { carried_out: true }),
				...(before && { carried_out: false }),
				...options,
			}),
	);

aimed(
	'unheard',
	'The service gets the answer, but the connector does not hear that it did.',
).action((options: Aimed) => addFault({ fault: 'unheard', ...options }));

program
	.command('unclosed')
	.description('The next session is not closed when its work is done.')
	.option('--times <number>', 'how many times', number, 1)
	.action((options: { times: number }) => addFault({ fault: 'unclosed', ...options }));

aimed('unstored', 'The answer of the next message set with an ID is not remembered.').action(
	(options: Aimed) => addFault({ fault: 'unstored', ...options }),
);

program
	.command('lost-iterator')
	.description('The session ends after the next page that has another one behind it.')
	.option('--times <number>', 'how many times', number, 1)
	.action((options: { times: number }) => addFault({ fault: 'lost_iterator', ...options }));

aimed('slow', 'The next request takes its time.')
	.argument('<seconds>', 'how long', number)
	.action((seconds: number, options: Aimed) => addFault({ fault: 'slow', seconds, ...options }));

program
	.command('company')
	.description('Opens a new company file of another size; what the old one held is gone.')
	.option('--customers <number>', 'customers and jobs together, up to 50000', number)
	.option('--vendors <number>', 'vendors, up to 50000', number)
	.option('--invoices <number>', 'invoices, up to 50000', number)
	.action((options: object) => call('POST', '/company', options));

program
	.command('list')
	.description('Shows the faults that are still to come.')
	.action(() => call('GET', '/faults'));

program
	.command('clear')
	.description('Takes back the faults that are still to come.')
	.action(() => call('DELETE', '/faults'));

program.parseAsync().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
