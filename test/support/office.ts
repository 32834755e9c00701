import type { QueuedRequest, ServiceClient } from '../../n8n/clients/service';
import { type Colleague, createColleague } from '../../simulator/colleague/colleague';
import { editCompany } from '../../simulator/colleague/edit-company';
import { createCompany } from '../../simulator/company/seed/create-company';
import type { Company } from '../../simulator/company/types';
import { createFaults, type Faults } from '../../simulator/faults/faults';
import { type Desktop, startDesktop } from '../../simulator/start';
import { isNudge } from './nudge';

/** A customer's office: a connection, and a desktop that is off until somebody turns it on. */
export interface Office {
	connectionId: string;
	company: Company;
	/** What the desktop is to do wrong. */
	faults: Faults;
	/** Who else works in the company file. */
	colleague: Colleague;
	/** Carries out qbXML in the company file at once, past the service; returns the response document. */
	edit(requestXml: string): string;
	turnOn(): Promise<void>;
	turnOff(): Promise<void>;
	/** Turns the desktop on for a single session: what its answers lead to stays in the queue. */
	visit(): Promise<void>;
	/** What users have in the connection's queue, newest first. */
	queue(): Promise<QueuedRequest[]>;
	/** What sleeping executions have queued to be woken by, newest first. */
	nudges(): Promise<QueuedRequest[]>;
}

/** Sets a connection up; its desktop has never connected. */
export async function openOffice(
	service: ServiceClient,
	name: string,
	company = createCompany(),
): Promise<Office> {
	const { id } = await service.createConnection(name);
	const setup = await service.setUpConnector(id);
	const faults = createFaults();
	const colleague = createColleague();
	let desktop: Desktop | undefined;
	const around = { ...setup, company, faults, colleague };
	return {
		connectionId: id,
		company,
		faults,
		colleague,
		edit: (requestXml) => editCompany(company, requestXml),
		turnOn: async () => {
			desktop ??= startDesktop({ ...around, runEveryMilliseconds: 200 });
			await desktop.runNow();
		},
		visit: async () => {
			const visitor = await new Promise<Desktop>((resolve) => {
				const started = startDesktop({ ...around, log: () => resolve(started) });
			});
			await visitor.stop();
		},
		turnOff: async () => {
			await desktop?.stop();
			desktop = undefined;
		},
		queue: async () => (await service.queue(id)).filter((request) => !isNudge(request)),
		nudges: async () => (await service.queue(id)).filter(isNudge),
	};
}
