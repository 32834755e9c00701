import type { FastifyReply } from 'fastify';

import { pageHeaders } from '../http/security-headers';
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
	/** Whether whoever knows its address can do something: a browser then names it to nobody, also to no style sheet of its own. */
	readonly hasSecretAddress?: boolean;
}

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
	const { title, body, script, leadsTo = [], hasSecretAddress = false } = page;
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
		.headers(pageHeaders(leadsTo, hasSecretAddress))
		.send(document.text);
}
