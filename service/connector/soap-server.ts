import { AsyncLocalStorage } from 'node:async_hooks';

import { Server, WSDL } from 'soap';

import type { Message } from './message';
import type { Circumstances, ConnectorMethods } from './methods';
import { type MethodName, methodShapes, PORT_NAME, SERVICE_NAME, wsdlAt } from './wsdl';

/** A SOAP message’s arguments as the library passes them on. A repeated element is a list, one with children an object. */
type Received = Readonly<Record<string, unknown>> | null;

/** An element with attributes, such as `xsi:type`, comes as an object with its text. */
const hasText = (value: unknown): value is { $value: unknown } =>
	typeof value === 'object' && value !== null && '$value' in value;

function asText(value: unknown): string {
	const text = hasText(value) ? value.$value : value;
	return typeof text === 'string' || typeof text === 'number' ? String(text) : '';
}

type OnFailure = (error: unknown) => void;

/** What the library knows nothing of: the large answer of the message that is being processed, and who sent it. */
const circumstances = new AsyncLocalStorage<Circumstances>();

const methodNames = Object.keys(methodShapes) as MethodName[];

/** The code of a fault caused by the service. */
export const SERVER_FAULT = 'soap:Server';

/** What the caller is told when a method fails. The library turns this form into a SOAP 1.1 fault. */
const failed = {
	Fault: {
		faultcode: SERVER_FAULT,
		faultstring: 'The service failed; its log says why.',
		statusCode: 500,
	},
};

/** Wraps a method: its arguments become plain text, and its result goes where the WSDL has it. */
function soapMethod(methods: ConnectorMethods, name: MethodName, onFailure: OnFailure) {
	const call = methods[name] as (
		named: Readonly<Record<string, string>>,
		around?: Circumstances,
	) => Promise<unknown>;
	return async (received: Received): Promise<object> => {
		const named = Object.fromEntries(
			methodShapes[name].parameters.map((parameter) => [parameter, asText(received?.[parameter])]),
		);
		const result = await call(named, circumstances.getStore()).catch((error: unknown) => {
			onFailure(error);
			throw { ...failed, Fault: { ...failed.Fault } };
		});
		return { [`${name}Result`]: Array.isArray(result) ? { string: result } : result };
	};
}

const options = { returnFault: true, suppressStack: true };

const readyWsdl = (address: string): Promise<WSDL> =>
	new Promise((resolve, reject) => {
		const wsdl = new WSDL(wsdlAt(address), address, options);
		wsdl.onReady((error) => (error ? reject(error) : resolve(wsdl)));
	});

/**
 * The SOAP side of the connector endpoint. The HTTP side passes it one message at a time.
 * @param address the address of the endpoint, for the WSDL
 * @param onFailure called with the reason when a method fails; the caller does not learn it
 */
export async function createSoapServer(
	methods: ConnectorMethods,
	address: string,
	onFailure: OnFailure,
): Promise<Server> {
	const wsdl = await readyWsdl(address);
	// The library uses this option but ignores it among the options passed in.
	wsdl.options.preserveWhitespace = true;
	const port = Object.fromEntries(
		methodNames.map((name) => [name, soapMethod(methods, name, onFailure)]),
	);
	const services = { [SERVICE_NAME]: { [PORT_NAME]: port } };
	const { pathname: path } = new URL(address);
	return new Server(null, path, services, wsdl, { path, services, ...options });
}

/** Has the library process a message, whose text is readable and not hostile. */
export const processMessage = (
	soap: Server,
	{ text, ...around }: Message & Circumstances,
	request: { headers: Record<string, unknown>; url: string },
) => circumstances.run(around, () => soap.processRequest(text, request));
