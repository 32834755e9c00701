import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { colleagueSchema } from './colleague/colleague-schema';
import { editCompany } from './colleague/edit-company';
import { isDate, isTimeZone } from './company/dates';
import { createCompany } from './company/seed/create-company';
import { type Company, countries } from './company/types';
import { faultSchema } from './faults/fault-schema';
import { RequestProcessorError } from './qbxml/protocol/status-errors';
import type { Desktop } from './start';

const MOST_RECORDS = 50_000;

const companySchema = z.strictObject({
	customers: z.number().int().min(1).max(MOST_RECORDS).default(60),
	vendors: z.number().int().min(1).max(MOST_RECORDS).default(40),
	invoices: z.number().int().min(0).max(MOST_RECORDS).default(300),
});

const identifier = z.string().regex(/^[0-9A-F]{1,8}-\d{1,10}$/, 'It is a ListID or TxnID.');

const lockCode = z.union([
	z.literal(3170),
	z.literal(3175),
	z.literal(3176),
	z.literal(3180),
	z.literal(3185),
]);

const settingsSchema = z.strictObject({
	/** Nothing may be written with a date up to this one; null opens the books again. */
	closing_date: z.string().refine(isDate, 'It is a date such as 2026-01-31.').nullable().optional(),
	/** Whether the user may write in the closed period. */
	may_write_in_closed_period: z.boolean().optional(),
	/** Nothing may change with a date up to this one, while an accountant works on a copy; null ends that. */
	dividing_date: z
		.string()
		.refine(isDate, 'It is a date such as 2026-01-31.')
		.nullable()
		.optional(),
	/** The time zone of the computer. */
	time_zone: z
		.string()
		.refine(isTimeZone, 'It is a time zone such as America/New_York.')
		.optional(),
	/** The country of the edition. */
	country: z.enum(countries).optional(),
	/** Whether the file is open for several people. Then nothing of a list can be deleted. */
	multi_user: z.boolean().optional(),
	/** Requests that the user may not send, such as InvoiceAddRq. */
	forbidden: z.array(z.string()).optional(),
	/** Records that somebody else is using: the status of that, alone or with how many requests are refused. */
	locked: z
		.record(
			identifier,
			z.union([lockCode, z.strictObject({ code: lockCode, times: z.number().int().min(1) })]),
		)
		.optional(),
});

function changeSettings(company: Company, body: unknown): void {
	const settings = settingsSchema.parse(body);
	const { closing_date: closingDate, dividing_date: dividingDate, forbidden, locked } = settings;
	const {
		time_zone: timeZone,
		may_write_in_closed_period: mayWrite,
		multi_user: isMultiUser,
		country,
	} = settings;
	if (dividingDate !== undefined) company.dividingDate = dividingDate ?? undefined;
	if (mayWrite !== undefined) company.mayWriteInClosedPeriod = mayWrite;
	if (timeZone !== undefined) company.timeZone = timeZone;
	if (country !== undefined) company.country = country;
	if (closingDate !== undefined) company.closingDate = closingDate ?? undefined;
	if (isMultiUser !== undefined) company.isMultiUser = isMultiUser;
	if (forbidden !== undefined) company.forbidden = forbidden;
	if (locked !== undefined) company.locked = locked;
}

/** qbXML for the company file itself: a whole document, or its requests alone. */
const editSchema = z.strictObject({ request_xml: z.string().min(1) });

const describeColleague = ({ colleague, company }: Desktop) => ({
	changes: colleague.changes(),
	lost: colleague.lost(company),
});

const describeSettings = ({
	closingDate,
	mayWriteInClosedPeriod,
	dividingDate,
	isMultiUser,
	timeZone,
	country,
	forbidden,
	locked,
}: Company) => ({
	closing_date: closingDate ?? null,
	may_write_in_closed_period: mayWriteInClosedPeriod,
	dividing_date: dividingDate ?? null,
	multi_user: isMultiUser,
	time_zone: timeZone,
	country,
	forbidden,
	locked,
});

const describeCompany = ({ name, file, customers, vendors, items, invoices }: Company) => ({
	name,
	file,
	customers: customers.length,
	vendors: vendors.length,
	items: items.length,
	invoices: invoices.length,
});

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
	reply.status(status).send({ error: { code, message } });

/** What is wrong with a body, with one sentence for each mistake. */
const sentenceOf = ({ issues }: z.ZodError): string =>
	issues.map(({ path, message }) => [...path, message].join(': ')).join(' ');

type Result = object | undefined;
type Handler = (desktop: Desktop, body: unknown) => Result | Promise<Result>;

/** Answers with what the handler returns, or 204 for nothing. Errors have the interface's form (interface, section 7). */
const answering =
	(desktopOf: (connectionId: string) => Desktop | undefined, handle: Handler) =>
	async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
		const { connection_id } = request.params as { connection_id: string };
		const desktop = desktopOf(connection_id.toLowerCase());
		if (desktop === undefined)
			return refuse(reply, 404, 'not_found', 'The connection has no simulated desktop.');
		try {
			const data = await handle(desktop, request.body);
			return data === undefined ? reply.status(204).send() : { data };
		} catch (error) {
			if (error instanceof RequestProcessorError)
				return refuse(reply, 422, error.hresult, error.message);
			if (!(error instanceof z.ZodError)) throw error;
			return refuse(reply, 422, 'invalid_request', sentenceOf(error));
		}
	};

/**
 * Adds the routes that cause faults in the desktop of a connection, and those of other people who work in its company file, below
 * a path that ends in `:connection_id`. They are not part of the interface. The caller decides who may use them.
 */
export function addDesktopRoutes(
	server: FastifyInstance,
	desktopOf: (connectionId: string) => Desktop | undefined,
): void {
	const handlers: Array<['GET' | 'POST' | 'DELETE', string, Handler]> = [
		['GET', '/faults', ({ faults }) => faults.list()],
		[
			'POST',
			'/faults',
			({ faults }, body) => {
				faults.add(faultSchema.parse(body));
				return faults.list();
			},
		],
		['DELETE', '/faults', ({ faults }) => void faults.clear()],
		['GET', '/settings', ({ company }) => describeSettings(company)],
		[
			'POST',
			'/settings',
			({ company }, body) => {
				changeSettings(company, body);
				return describeSettings(company);
			},
		],
		[
			'POST',
			'/edit',
			({ company }, body) => ({
				response_xml: editCompany(company, editSchema.parse(body).request_xml),
			}),
		],
		['GET', '/colleague', describeColleague],
		[
			'POST',
			'/colleague',
			(desktop, body) => {
				desktop.colleague.start(colleagueSchema.parse(body));
				return describeColleague(desktop);
			},
		],
		['DELETE', '/colleague', ({ colleague }) => void colleague.stop()],
		['GET', '/company', ({ company }) => describeCompany(company)],
		[
			'POST',
			'/company',
			async (desktop, body) => {
				desktop.company = createCompany(companySchema.parse(body));
				// Every later request must get to the new file, but a session in progress still has the old one open.
				await desktop.runNow().catch(() => undefined);
				return describeCompany(desktop.company);
			},
		],
	];
	for (const [method, url, handle] of handlers)
		server.route({ method, url, handler: answering(desktopOf, handle) });
}
