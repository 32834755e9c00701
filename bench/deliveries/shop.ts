import { createHmac, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import Fastify from 'fastify';

import type { CredentialReference } from '../../n8n/clients/n8n';
import type { Setting } from '../support/setting';

/** What a webhook of a WooCommerce shop is created with. */
interface NewWebhook {
	delivery_url: string;
	topic: string;
	secret: string;
}

type Webhook = NewWebhook & { id: number; status: 'active' };

/** A shop that n8n's WooCommerce Trigger can be activated with. */
export interface Shop {
	/** The credential for it, in n8n. */
	credential: CredentialReference;
	/**
	 * The headers that the shop sends a delivery with.
	 * @throws if nobody has created a webhook for the URL
	 */
	headersFor(url: string, body: string): Record<string, string>;
}

/** Starts the part of a WooCommerce shop's REST interface that webhooks are created with. It ends with the setting. */
export async function startShop({ n8n, beforeStop }: Setting): Promise<Shop> {
	const webhooks = new Map<number, Webhook>();
	const server = Fastify();
	const path = '/wp-json/wc/v3/webhooks';
	server.get(path, () => [...webhooks.values()]);
	server.post<{ Body: NewWebhook }>(path, ({ body }) => {
		const webhook: Webhook = { ...body, id: webhooks.size + 1, status: 'active' };
		webhooks.set(webhook.id, webhook);
		return webhook;
	});
	await server.listen({ host: '127.0.0.1', port: 0 });
	beforeStop(async () => await server.close());
	const { port } = server.server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	return {
		credential: await n8n.client.createCredential('Shop', 'wooCommerceApi', {
			url,
			consumerKey: 'ck_bench',
			consumerSecret: 'cs_bench',
		}),
		headersFor: (deliveryUrl, body) => {
			const webhook = [...webhooks.values()].find((each) => each.delivery_url === deliveryUrl);
			if (!webhook) throw new Error(`The shop has no webhook for ${deliveryUrl}.`);
			const { id, topic, secret } = webhook;
			return {
				'x-wc-webhook-source': `${url}/`,
				'x-wc-webhook-topic': topic,
				'x-wc-webhook-resource': topic.split('.')[0],
				'x-wc-webhook-event': topic.split('.')[1],
				'x-wc-webhook-id': String(id),
				'x-wc-webhook-delivery-id': randomUUID(),
				'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
			};
		},
	};
}
