/**
 * Whether n8n says in an answer that it is starting. It answers every call so for a moment, with 200, and passes nothing on.
 * @param body the start of the answer's body
 */
export const saysN8nIsStarting = (body: string): boolean => /^n8n is starting up\b/.test(body);
