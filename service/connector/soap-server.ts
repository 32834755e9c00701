import { Server, WSDL } from 'soap';
import type { ConnectorMethods } from './methods';
import { methodShapes, PORT_NAME, SERVICE_NAME, wsdlAt, type MethodName } from './wsdl';

/** A SOAP message’s arguments as the library hands them over; an element given twice is a list, one with children an object. */
type Received = Readonly<Record<string, unknown>> | null;

const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

type OnFailure = (error: unknown) => void;

const methodNames = Object.keys(methodShapes) as MethodName[];

/** The code of a fault that is the service’s own. */
export const SERVER_FAULT = 'soap:Server';

/** What the caller is told when a method fails, in the form that the library makes a SOAP 1.1 fault of. */
const failed = {
	Fault: {
		faultcode: SERVER_FAULT,
		faultstring: 'The service failed; its log says why.',
		statusCode: 500,
	},
};

/** The method with its arguments made plain text and its result put where the WSDL has it. */
function soapMethod(methods: ConnectorMethods, name: MethodName, onFailure: OnFailure) {
	const call = methods[name] as (named: Readonly<Record<string, string>>) => Promise<unknown>;
	return async (received: Received): Promise<object> => {
		const named = Object.fromEntries(
			methodShapes[name].parameters.map((parameter) => [parameter, asText(received?.[parameter])]),
		);
		const result = await call(named).catch((error: unknown) => {
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
 * The SOAP side of the connector endpoint; the HTTP side hands it one message at a time.
 * @param address where the endpoint is reached, for the WSDL
 * @param onFailure is told why a method failed, which the caller is not
 */
export async function createSoapServer(
	methods: ConnectorMethods,
	address: string,
	onFailure: OnFailure,
): Promise<Server> {
	const wsdl = await readyWsdl(address);
	// The library reads this option but does not take it over from the options it is given.
	wsdl.options.preserveWhitespace = true;
	const port = Object.fromEntries(
		methodNames.map((name) => [name, soapMethod(methods, name, onFailure)]),
	);
	const services = { [SERVICE_NAME]: { [PORT_NAME]: port } };
	const { pathname: path } = new URL(address);
	return new Server(null, path, services, wsdl, { path, services, ...options });
}
