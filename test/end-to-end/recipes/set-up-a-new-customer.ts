import { readConnectorFile } from '../../../simulator/connector/read-connector-file';
import { startDesktop } from '../../../simulator/start';
import { EXECUTE, type Kit } from './kit';

const FILE = 'set-up-a-new-customer.json';
const CUSTOMER = 'Rock & Söhne';

/** The mail of the example leads a customer from the link to a connector that signs in; run again, it is the same. */
export async function setUpANewCustomer(kit: Kit): Promise<void> {
	const { service, mailbox } = kit;
	const workflow = await kit.load(FILE, {
		'Mail to the Customer': { fromEmail: 'setup@harbor.example' },
	});
	await workflow.run(EXECUTE);
	const [mail, ...others] = mailbox.take();
	expect(others).toEqual([]);
	expect(mail.to?.map(({ address }) => address)).toEqual(['owner@example.com']);
	expect(mail.subject).toBe(`Connect ${CUSTOMER} to our service`);
	const [link] = /http:\/\/\S+\/onboarding\/\S+/.exec(mail.text ?? '') ?? [];

	const page = await fetch(String(link));
	expect(page.status).toBe(200);
	expect(await page.text()).toContain('Rock &amp; Söhne');
	const [{ filename, content }] = mail.attachments;
	expect(filename).toBe(`${CUSTOMER}.qwc`);
	const connectorFile = Buffer.from(content as ArrayBuffer).toString('utf8');
	const named = async () => (await service.connections()).filter(({ name }) => name === CUSTOMER);
	const [connection] = await named();
	expect(readConnectorFile(connectorFile)).toMatchObject({ userName: connection.username });

	const shown = await fetch(`${link}/password`, { method: 'POST' });
	const [, password] = /class="password"[^>]*>([^<]+)</.exec(await shown.text()) ?? [];
	const desktop = startDesktop({ connectorFile, password });
	await desktop.runNow();
	await desktop.stop();
	expect((await named())[0].last_connected_at).not.toBeNull();

	await workflow.run(EXECUTE);
	expect(await named()).toHaveLength(1);
	expect(mailbox.take().map(({ text }) => text)).toEqual([mail.text]);
}
