import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { WebhookState } from '../store/states';
import type { Measures } from './measures';

/** How one call over HTTP ended. */
interface FinishedCall {
	readonly method: string;
	/** The path as the service knows it, such as `/api/v1/connections/:connection_id`. */
	readonly route: string;
	readonly status: number;
	readonly seconds: number;
	/** The code of the interface's error object (interface, section 7), if that was the answer. */
	readonly errorCode?: string;
}

/** What the parts of the service report while they work, and what is read from the store when somebody looks. */
export interface Metrics {
	call(finished: FinishedCall): void;
	connectorCall(method: string, seconds: number, hasFailed: boolean): void;
	/** @param state what the delivery's state is after the try: `pending` if it is tried again */
	deliveryAttempt(state: WebhookState, seconds: number): void;
	/** @param errorCode the code of the request's error; undefined if it has none */
	answer(state: string, errorCode: string | undefined): void;
	/** Everything in Prometheus' text format. */
	text(): Promise<string>;
	readonly contentType: string;
	close(): void;
}

/** Calls take milliseconds; a large answer takes seconds. */
const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** By Prometheus' conventions only counters end like this, and these are none. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** A code may be any text that a connector sends; as a label there must be few. */
const labelOf = (code: string): string =>
	/^(?:-?\d{1,5}|0x[\da-f]{8}|[a-z_]{1,30})$/i.test(code) ? code : 'other';

/**
 * Creates the service's metrics.
 * @param measures reads what the store and the sessions tell; called for each look
 */
export function createMetrics(measures: () => Promise<Measures>): Metrics {
	const register = new Registry();
	const registers = [register];
	collectDefaultMetrics({ register });
	for (const name of misnamed) register.removeSingleMetric(name);

	const calls = new Histogram({
		name: 'accounting_sync_http_request_duration_seconds',
		help: 'Time of calls over HTTP, by route and status.',
		labelNames: ['method', 'route', 'status'],
		buckets: callSeconds,
		registers,
	});
	const errors = new Counter({
		name: 'accounting_sync_http_errors_total',
		help: "Calls that were answered with an error, by the interface's error code.",
		labelNames: ['code'],
		registers,
	});
	const connectorCalls = new Histogram({
		name: 'accounting_sync_connector_call_duration_seconds',
		help: "Time of the Web Connector's calls, by its method and whether the service failed.",
		labelNames: ['method', 'outcome'],
		buckets: callSeconds,
		registers,
	});
	const attempts = new Histogram({
		name: 'accounting_sync_delivery_attempt_duration_seconds',
		help: 'Time of tries of deliveries, by the webhook_state after the try: pending is tried again, failed is given up.',
		labelNames: ['webhook_state'],
		buckets: callSeconds,
		registers,
	});
	const answers = new Counter({
		name: 'accounting_sync_answers_total',
		help: 'Answers from desktops, by the state of the request and the code of its error.',
		labelNames: ['state', 'code'],
		registers,
	});

	const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
		new Gauge({ name: `accounting_sync_${name}`, help, labelNames, registers });
	const storeUp = gauge(
		'store_up',
		'Whether the store answered this time, and has room for what is written: 1 or 0.',
	);
	const fromStore = {
		waiting: gauge(
			'requests_waiting',
			'Requests that no connector has fetched yet. Connections without any are left out.',
			['application', 'connection_id'],
		),
		oldest: gauge(
			'oldest_waiting_request_age_seconds',
			'Age of the oldest of those requests. Connections without any are left out.',
			['application', 'connection_id'],
		),
		concerns: gauge(
			'requests_needing_attention',
			'Requests of the last seven days that need somebody: writes of unknown outcome, failed ones, and those whose delivery was given up.',
			['application', 'concern'],
		),
		pending: gauge(
			'deliveries_pending',
			'Deliveries that have neither succeeded nor been given up.',
		),
		due: gauge('deliveries_due', 'Deliveries whose next try should have begun.'),
		late: gauge(
			'deliveries_late',
			'Deliveries that have failed four times or more and are still tried.',
		),
		oldestDue: gauge(
			'oldest_due_delivery_age_seconds',
			'For how long the oldest delivery that is due has been due; 0 if none is.',
		),
		sessions: gauge('sessions_open', 'Open sessions of connectors.'),
		bytes: gauge('database_size_bytes', 'Size of the database.'),
	};

	async function readStore(): Promise<void> {
		const read = await measures().catch(() => undefined);
		storeUp.set(read?.hasSpace ? 1 : 0);
		// What cannot be read is left out, because an old figure would look like a new one.
		for (const each of Object.values(fromStore)) {
			each.reset();
			each.remove({});
		}
		if (!read) return;
		for (const { application, connection_id, count, ageSeconds } of read.waiting) {
			fromStore.waiting.set({ application, connection_id }, count);
			fromStore.oldest.set({ application, connection_id }, ageSeconds);
		}
		for (const { application, concern, count } of read.concerns)
			fromStore.concerns.set({ application, concern }, count);
		fromStore.pending.set(read.deliveries.pending);
		fromStore.due.set(read.deliveries.due);
		fromStore.late.set(read.deliveries.late);
		fromStore.oldestDue.set(read.deliveries.oldestDueSeconds);
		fromStore.sessions.set(read.sessions);
		fromStore.bytes.set(read.databaseBytes);
	}

	let reading: Promise<string> | undefined;
	return {
		call({ method, route, status, seconds, errorCode }) {
			calls.observe({ method, route, status }, seconds);
			if (errorCode !== undefined) errors.inc({ code: errorCode });
		},
		connectorCall(method, seconds, hasFailed) {
			connectorCalls.observe({ method, outcome: hasFailed ? 'failed' : 'answered' }, seconds);
		},
		deliveryAttempt(webhook_state, seconds) {
			attempts.observe({ webhook_state }, seconds);
		},
		answer(state, errorCode) {
			answers.inc({ state, code: errorCode === undefined ? '' : labelOf(errorCode) });
		},
		async text() {
			// Two who look at once cost the store one look.
			reading ??= readStore()
				.then(async () => await register.metrics())
				.finally(() => (reading = undefined));
			return await reading;
		},
		contentType: register.contentType,
		close: () => register.clear(),
	};
}
