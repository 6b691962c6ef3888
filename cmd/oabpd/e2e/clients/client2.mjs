// The client of the later SDK: with a session as it is by default, and without one when told to negotiate.
import process from 'node:process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { input, report, steps, uri } from './steps.mjs';

const mode = process.argv[2];
const client = new Client({ name: 'client2', version: '2' }, mode ? { versionNegotiation: { mode } } : undefined);
const transport = new StreamableHTTPClientTransport(new URL(input.url));
await client.connect(transport);
let subscription;
const seen = await steps(client, async () => {
  const changed = new Promise((yes) => client.setNotificationHandler('notifications/resources/updated', (n) => yes(n.params.uri)));
  if (mode) subscription = await client.listen({ resourceSubscriptions: [uri] });
  else await client.subscribeResource({ uri });
  return { promise: changed }; // a bare promise would be waited for
});
seen.protocol = client.getNegotiatedProtocolVersion();
seen.session = transport.sessionId !== undefined;
await subscription?.close();
if (seen.session) await transport.terminateSession();
seen.ended = transport.sessionId === undefined;
await client.close();
report(seen);
