import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What a tool answers. */
export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
}

/** A tool as the server lists it. */
export interface McpTool {
  readonly name: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

interface Message {
  readonly id?: number;
  readonly result?: {
    readonly content?: readonly { readonly text: string }[];
    readonly tools?: readonly McpTool[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly message: string };
}

/** A client of the Model Context Protocol for a server in a process of its own, as an agent starts it. */
export class McpClient {
  readonly child: ChildProcess;
  /** Lines of standard output that are no message. */
  readonly noise: string[] = [];
  stderr = '';
  private count = 0;
  private readonly waiting = new Map<number, (message: Message) => void>();

  constructor(
    command: readonly [string, ...string[]],
    where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  ) {
    const [program, ...args] = command;
    this.child = spawn(program, args, { ...where, stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.child.stdin?.on('error', () => undefined);
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on('line', (line) => this.receive(line));
  }

  /** Opens the connection. */
  async open(): Promise<this> {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return this;
  }

  async tools(): Promise<readonly McpTool[]> {
    const { result } = await this.request('tools/list', {});
    return result?.tools ?? [];
  }

  async call(name: string, args: object = {}): Promise<ToolReply> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    const text = result?.content?.map((each) => each.text).join('\n');
    return { text: text ?? error?.message ?? '', isError: result?.isError ?? error !== undefined };
  }

  /** Writes a line as it is. */
  write(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  /** Closes standard input; resolves with the exit code. */
  async close(): Promise<number | null> {
    const ended = once(this.child, 'close') as Promise<[number | null]>;
    this.child.stdin?.end();
    const [code] = await ended;
    return code;
  }

  private request(method: string, params: object): Promise<Message> {
    this.count += 1;
    const id = this.count;
    this.send({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  private send(message: object): void {
    this.write(JSON.stringify(message));
  }

  private receive(line: string): void {
    try {
      const message = JSON.parse(line) as Message;
      this.waiting.get(message.id ?? 0)?.(message);
    } catch {
      this.noise.push(line);
    }
  }
}
