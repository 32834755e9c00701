import type { AddressInfo } from 'node:net';

import { fastify } from 'fastify';

/** A message of a chat, as far as a script looks at it. */
interface Message {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: unknown;
}

/** A tool that the model is offered. */
interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, { type: string; description?: string }> };
}

/** What the model says next: a call of a tool, or its answer. */
export type Said = { tool: string; arguments: Record<string, string> } | { answer: string };

/** What a model knows when it is to speak. */
export interface Chat {
	question: string;
	tools: OfferedTool[];
	/** What the tools have answered so far, as text. */
	results: string[];
}

interface ScriptedModel {
	/** What an OpenAI credential asks for. */
	credential: { apiKey: string; url: string };
	/** Every chat that was sent, the oldest first. */
	chats: Chat[];
	close(): Promise<void>;
}

interface ChatRequest {
	messages: Message[];
	tools?: Array<{ function: OfferedTool }>;
}

const textOf = (content: unknown): string =>
	Array.isArray(content)
		? content.map((part: { text?: string }) => part.text ?? '').join('')
		: String(content ?? '');

function chatOf({ messages, tools = [] }: ChatRequest): Chat {
	const saidBy = (role: Message['role']) =>
		messages.filter((message) => message.role === role).map(({ content }) => textOf(content));
	return {
		question: saidBy('user').at(-1) ?? '',
		tools: tools.map((tool) => tool.function),
		results: saidBy('tool'),
	};
}

function messageOf(said: Said, number: number) {
	if ('answer' in said) return { role: 'assistant', content: said.answer };
	const call = { name: said.tool, arguments: JSON.stringify(said.arguments) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ id: `call_${number}`, type: 'function', function: call }],
	};
}

/**
 * A chat model that speaks OpenAI's protocol over HTTP and says what a script has it say.
 * @param script From what the model knows to what it says.
 */
export async function openScriptedModel(script: (chat: Chat) => Said): Promise<ScriptedModel> {
	const chats: Chat[] = [];
	const server = fastify({ forceCloseConnections: true });
	server.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }) => {
		const chat = chatOf(body);
		chats.push(chat);
		const said = script(chat);
		return {
			id: `chat-${chats.length}`,
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [
				{
					index: 0,
					finish_reason: 'answer' in said ? 'stop' : 'tool_calls',
					message: messageOf(said, chats.length),
				},
			],
			usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
		};
	});
	await server.listen({ host: '127.0.0.1', port: 0 });
	const { port } = server.server.address() as AddressInfo;
	return {
		credential: { apiKey: 'scripted', url: `http://127.0.0.1:${port}/v1` },
		chats,
		close: async () => await server.close(),
	};
}
