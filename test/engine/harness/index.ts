import './environment';
import './processed-items';
import './regular-expressions';

/**
 * Runs this package's nodes in n8n's own engine (n8n-core: real execution, real contexts, real HTTP, the credential
 * type's own authentication), without a server or an editor.
 *
 * ```ts
 * const run = await runWorkflow({
 * 	nodes: [{ parameters: { resource: 'customer', operation: 'query', … }, onError: 'continueRegularOutput' }],
 * 	items: [{ json: { name: 'Müller & Sons' } }],
 * 	credentials: { accountingSyncApi: { baseUrl: service.baseUrl, apiKey: 'KEY' } },
 * });
 * run.items      // items of the last node: [{ json, binary, pairedItem }]
 * run.error      // NodeApiError or NodeOperationError that ended the run
 * run.status     // 'success' | 'error' | 'waiting' | 'canceled'
 * run.outputs    // run.outputs['Accounting Sync'][0]: items by node and output
 * run.hints      // run.hints['Accounting Sync']
 * ```
 *
 * - A node is an `INode` of which only `parameters` must be given: `type` is `accountingSync`, `name` what the editor
 *   would call it. The nodes are chained behind the node `Source`, which hands on `items`; `connections` overrides that.
 * - Files (`binary`) hold their bytes in base64 in `data`, as in an n8n that keeps files in memory.
 * - `mode: 'trigger'` makes it a production run; `staticData` is what earlier runs kept.
 * - `startWorkflow` returns at once: `nodeStarted(name)`, `cancel()`, `finished`.
 * - `resumeWhenTimeIsUp(run)` goes on with a run whose `status` is `waiting`; `retry(run)` and `retryAfterCrash(run)` are
 *   n8n's Retry of one that failed.
 * - `runAction, searchList` and `loadOptions` open the lists of the form, `loadFields` loads those of a resource mapper,
 *   `testCredential` presses the credential's test.
 * - `callTool` runs a node as the tool of an AI agent.
 * - `WorkflowHost.open({ nodes: [trigger, …], withSource: false, … })` is a published workflow: `activate`, `webhookUrl`
 *   (send real requests to it), `poll`, `nextRun`, `deactivate`, `close`. With a source, `start(items)` begins a
 *   production run, whose `$execution.resumeUrl` takes real requests while it waits.
 */
export { callTool } from './call-tool';
export type { GivenCredentials } from './credentials-helper';
export { loadFields, loadOptions, runAction, searchList } from './load-options';
export type { RunOptions, WorkflowRun } from './run';
export { resumeWhenTimeIsUp, retry, retryAfterCrash, runWorkflow, startWorkflow } from './run';
export { testCredential } from './test-credential';
export type { GivenNode } from './workflow';
export { WorkflowHost } from './workflow-host';
