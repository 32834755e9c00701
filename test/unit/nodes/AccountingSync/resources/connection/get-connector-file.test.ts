import { connectorFileName } from '../../../../../../nodes/AccountingSync/resources/connection/getConnectorFile';

const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

test.each<[name: unknown, fileName: string]>([
	['Rock Castle Construction', 'Rock Castle Construction.qwc'],
	['Müller & Söhne GmbH', 'Müller & Söhne GmbH.qwc'],
	['東京 会計', '東京 会計.qwc'],
	['A/B: "C" <D>|E?*\\F', 'A B C D E F.qwc'],
	['../../etc/passwd', 'etc passwd.qwc'],
	[' spaces   and\ttabs\n', 'spaces and tabs.qwc'],
	['Acme Inc.', 'Acme Inc.qwc'],
	['...', `${ID}.qwc`],
	['', `${ID}.qwc`],
	[null, `${ID}.qwc`],
	[undefined, `${ID}.qwc`],
	['x'.repeat(300), `${'x'.repeat(100)}.qwc`],
])('the connector file of %j is called %j', (name, fileName) => {
	expect(connectorFileName(name, ID)).toBe(fileName);
});
