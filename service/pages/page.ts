import type { FastifyReply } from 'fastify';

import { ASSETS_PREFIX } from './assets';
import { type Html, html } from './html';

/** A page for a person. */
export interface Page {
	readonly title: string;
	readonly body: Html;
	/** The name of the page’s script in the assets. */
	readonly script?: string;
	/** The origins, besides the service itself, to which the page’s forms may lead. */
	readonly leadsTo?: readonly string[];
}

/** Scripts and styles come only from the service, and the page cannot be embedded in another. */
const policyOf = ({ leadsTo = [] }: Page): string =>
	[
		"default-src 'none'",
		"style-src 'self'",
		"script-src 'self'",
		"connect-src 'self'",
		"img-src 'self' data:",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		`form-action ${["'self'", ...leadsTo].join(' ')}`,
	].join('; ');

/** Answers with a page. It is never cached, because it may contain a password or a customer’s data. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
	const { title, body, script } = page;
	const document = html`<!DOCTYPE html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title}</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="${ASSETS_PREFIX}/style.css" />
				${script !== undefined && html`<script defer src="${ASSETS_PREFIX}/${script}"></script>`}
			</head>
			<body>
				${body}
			</body>
		</html>`;
	return reply
		.type('text/html; charset=utf-8')
		.headers({
			'cache-control': 'no-store',
			'content-security-policy': policyOf(page),
			// Under `no-referrer`, browsers would not say which page a form was on.
			'referrer-policy': 'same-origin',
			'x-content-type-options': 'nosniff',
		})
		.send(document.text);
}
