/** The environment of an n8n that sets a sandbox for expressions up only where an expression is evaluated. */
export const lazySandboxes: Record<string, string> = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
