// The TypeScript SDK of the session era.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { input, report, steps, uri } from './steps.mjs';

const client = new Client({ name: 'sdk1', version: '1' });
const transport = new StreamableHTTPClientTransport(new URL(input.url));
await client.connect(transport);
const seen = await steps(client, async () => {
  const changed = new Promise((yes) => client.setNotificationHandler(ResourceUpdatedNotificationSchema, (n) => yes(n.params.uri)));
  await client.subscribeResource({ uri });
  return { promise: changed }; // a bare promise would be waited for
});
seen.protocol = transport.protocolVersion;
seen.session = transport.sessionId !== undefined;
await transport.terminateSession();
seen.ended = transport.sessionId === undefined;
await client.close();
report(seen);
