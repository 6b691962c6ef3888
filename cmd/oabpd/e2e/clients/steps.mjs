// What every stock client does here: list, call a tool that works and one that fails, read a resource, get a prompt, and hear
// of a change. Prints what it saw as one line of JSON, which the test looks at.
import process from 'node:process';

// input comes from the test: {url, mission, bounty, key}.
export const input = JSON.parse(process.env.OABP_CLIENT);
export const uri = `oabp://missions/${input.mission}`;

// steps runs them. watch subscribes to the resource and gives {promise} of the URI that the server will say has changed.
export async function steps(client, watch) {
  const seen = {};
  seen.server = client.getServerVersion().name;
  seen.tools = (await client.listTools()).tools.map((t) => t.name);
  const good = await client.callTool({ name: 'get_mission', arguments: { mission_id: input.mission } });
  seen.good = { isError: good.isError ?? false, id: good.structuredContent?.id, text: JSON.parse(good.content[0].text).id };
  const bad = await client.callTool({ name: 'oabp_get_mission', arguments: { id: 'mis_0000000000000000' } });
  seen.bad = { isError: bad.isError ?? false, body: JSON.parse(bad.content[0].text), structured: bad.structuredContent !== undefined };
  seen.resources = (await client.listResources()).resources.map((r) => r.uri);
  seen.templates = (await client.listResourceTemplates()).resourceTemplates.map((r) => r.uriTemplate);
  seen.resource = JSON.parse((await client.readResource({ uri })).contents[0].text).id;
  seen.missing = await client.readResource({ uri: 'oabp://missions/mis_0000000000000000' }).then(() => 'read', (e) => e.code);
  seen.prompt = (await client.getPrompt({ name: 'fill-bounty', arguments: { bounty_id: input.bounty } })).messages[0].content.text;
  const changed = await watch();
  const sent = await client.callTool({ name: 'submit_result', arguments: { api_key: input.key, bounty_id: input.bounty,
    content: 'Eight suppliers, each with a source.', preview: 'Eight suppliers with prices and dates, each with its source, as was asked.' } });
  seen.submitted = sent.structuredContent?.submission_id;
  seen.changed = await Promise.race([changed.promise, new Promise((_, no) => setTimeout(() => no(new Error('nobody told of the change')), 120_000).unref())]);
  return seen;
}

// report prints what was seen and ends.
export function report(seen) {
  console.log(JSON.stringify(seen));
}
