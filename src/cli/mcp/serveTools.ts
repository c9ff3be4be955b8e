import {
  McpServer,
  type CallToolResult,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Readable, Writable } from 'node:stream';
import * as z from 'zod/mini';
import { version } from '../../../package.json';
import { describeUnexpected } from '../commands/shared/describeUnexpected';
import type { CliHost } from '../terminal/cliHost';
import { TOOLS, type Tool, type ToolContext, type ToolAnswer } from './tools';

/** Bytes of one message of an agent; a larger one ends the connection. */
const MAX_MESSAGE = 1024 * 1024;

export interface ServeOptions extends ToolContext {
  readonly host: Pick<CliHost, 'stdin' | 'stdout' | 'environment'>;
}

/** Serves the tools over standard input and output. Resolves when the agent has closed the connection. */
export async function serveTools({ host, ...context }: ServeOptions): Promise<void> {
  const { stdin, stdout, environment } = host;
  const output = new Writable({
    write: (chunk: Uint8Array, _, done) => void stdout.write(chunk, done),
  });
  const transport = new ClosingTransport(new Readable().wrap(stdin), output, {
    maxBufferSize: MAX_MESSAGE,
  });
  const running = new Set<Promise<unknown>>();
  const server = serveStdio(
    () => {
      const mcp = new McpServer({ name: 'devs', version }, { instructions: INSTRUCTIONS });
      for (const tool of TOOLS) register(mcp, tracked(tool, running), context, environment);
      return mcp;
    },
    { transport },
  );
  await transport.closed;
  await server.close();
  // A question that waits is withdrawn.
  await Promise.allSettled(running);
}

const INSTRUCTIONS =
  'Devs runs you on a task and stops you when you repeat yourself. These tools tell you what it knows; ' +
  'none of them changes what you may do.';

/** Says when it is closed: by the agent, or because what it sent cannot be read. */
class ClosingTransport extends StdioServerTransport {
  private resolve = (): void => undefined;
  readonly closed = new Promise<void>((resolve) => (this.resolve = resolve));

  override async close(): Promise<void> {
    await super.close();
    this.resolve();
  }
}

function register(
  server: McpServer,
  { name, description, input, writes, call }: Tool,
  context: ToolContext,
  environment: NodeJS.ProcessEnv,
): void {
  const annotations = {
    readOnlyHint: writes !== true,
    destructiveHint: false,
    openWorldHint: false,
  };
  const config = { description, inputSchema: withJsonSchema(input), annotations };
  server.registerTool(name, config, async (args, { mcpReq: { signal } }) => {
    try {
      return toResult(await call(args, context, signal));
    } catch (error) {
      return toResult({ ok: false, message: describeUnexpected(error, environment) });
    }
  });
}

/** The tool, its calls in `running` until they end. */
function tracked(tool: Tool, running: Set<Promise<unknown>>): Tool {
  return {
    ...tool,
    call: (...args) => {
      const call = tool.call(...args);
      running.add(call);
      return call.finally(() => running.delete(call));
    },
  };
}

function toResult({ ok, message }: ToolAnswer): CallToolResult {
  return { content: [{ type: 'text', text: message }], ...(!ok && { isError: true }) };
}

/** The schema as the library takes it. */
function withJsonSchema(schema: Tool['input']): StandardSchemaWithJSON {
  const standard = schema['~standard'];
  const jsonSchema = (): Record<string, unknown> => {
    // VS Code 1.104 leaves out tools whose schema names a dialect that it has not loaded.
    const members = Object.entries(z.toJSONSchema(schema, { target: 'draft-07' }));
    return Object.fromEntries(members.filter(([name]) => name !== '$schema'));
  };
  return {
    '~standard': {
      ...{ version: standard.version, vendor: standard.vendor },
      validate: (value) => standard.validate(value),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
