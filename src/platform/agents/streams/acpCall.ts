import { isObject, textOf } from '../../json/jsonValue';
import { readAcpContents, readAcpText, type AcpCallContent, type AcpUpdate } from './acpEvents';
import { readMcpTool, type McpTool } from './acpMcpTool';
import { readAcpOutput, readExitCode } from './acpOutput';
import { narrowDiff } from './narrowDiff';
import type { Call, CallResult } from './stepLog';
import { TextTail } from './textTail';

/** Characters of a terminal's output that are kept, the last ones. */
const MAX_OUTPUT = 1024 * 1024;

type Diff = AcpCallContent & { readonly newText: string };

/** A tool call of a session, merged from its updates: each states only what is new. */
export class AcpCall {
  #tool: string | undefined;
  #kind: string | undefined;
  #title: string | undefined;
  #input: unknown;
  #paths: readonly string[] = [];
  #diffs: readonly Diff[] = [];
  #texts: readonly string[] = [];
  #rawOutput: unknown;
  readonly #terminal = new TextTail(MAX_OUTPUT);
  #exitCode: number | undefined;
  #mcpTool: McpTool | undefined;
  #hasBegun = false;
  #hasDiff = false;

  /** Adds what an update states; members that it omits stay. */
  update(update: AcpUpdate): void {
    const { title, kind, name, rawInput, rawOutput, locations, content, _meta: meta } = update;
    this.#tool = readToolName(meta) ?? name ?? this.#tool;
    this.#kind = kind ?? this.#kind;
    // What the call is about is fixed once it began: later titles tell how it went.
    if (!this.#hasBegun) this.#title = title ?? this.#title;
    if (!this.#hasBegun && !isEmpty(rawInput)) this.#input = rawInput;
    if (locations !== undefined) this.#paths = locations.flatMap(({ path }) => path ?? []);
    if (!isEmpty(rawOutput)) this.#rawOutput = rawOutput;
    if (content !== undefined) this.#takeContent(readAcpContents(content));
    this.#takeTerminal(meta);
    // A later call may have the same id; a request of Codex states nothing but that, its kind and status.
    if ([meta, title, rawInput, locations, content].some((stated) => stated !== undefined))
      this.#mcpTool = readMcpTool(update);
  }

  /** The name of its tool, else its kind, else its title; Cline's begins with the name. */
  get tool(): string {
    const inTitle = /^([\w-]+): /.exec(this.#title ?? '')?.[1];
    return this.#tool ?? this.#namedKind ?? inTitle ?? this.#title ?? 'call';
  }

  /** The tool of an MCP server that it calls, as the agent states it; undefined for its own tools. */
  get mcpTool(): McpTool | undefined {
    return this.#mcpTool;
  }

  /** Whether it is known what the call does; before that only a name is. */
  get isStated(): boolean {
    return !isEmpty(this.#input) || this.#diffs.length > 0;
  }

  /** Whether anything is known that tells it from other calls. */
  get isNamed(): boolean {
    return this.isStated || this.#title !== undefined;
  }

  /** What it is about, in the agent's words. */
  get title(): string {
    return this.#title ?? this.tool;
  }

  /** Its kind in the protocol; absent if it has none. */
  get kind(): string | undefined {
    return this.#kind;
  }

  /** The input of its tool, of any type. */
  get input(): unknown {
    return this.#input;
  }

  /** Its files, as the agent names them. */
  get paths(): readonly string[] {
    const edited = this.#diffs.flatMap(({ path }) => path ?? []);
    return [...new Set([...this.#paths, ...edited])];
  }

  /** The changes that it states. */
  get diffs(): readonly Diff[] {
    return this.#diffs;
  }

  /** The call as it began; its arguments no longer change. */
  begin(): Call {
    this.#hasBegun = true;
    return { tool: this.tool, args: this.args };
  }

  /**
   * Its arguments as JSON: the input of the tool, with the texts of its diffs where the input has none of them; without
   * an input, its title and files.
   */
  get args(): string {
    const input = isObject(this.#input) ? this.#input : undefined;
    if (this.#diffs.length > 0 && !this.#diffs.some((diff) => statesDiff(this.#input, diff)))
      return textOf({ ...pathsOf(this.#diffs, this.#paths), edits: this.#diffs.map(toEdit) });
    if (input !== undefined) return textOf(input);
    if (!isEmpty(this.#input)) return textOf(this.#input);
    const [path] = this.#paths;
    const title = this.#title ?? '';
    if (this.#kind === 'execute') return textOf({ command: title });
    return textOf({ ...(path !== undefined && { path }), ...(title !== '' && { title }) });
  }

  /** How it ended; its terminal's output first, else the tool's own, else the texts of its content. */
  result(status: string): CallResult {
    const shown = this.#texts.map(withoutFence).join('\n');
    const failed = status === 'failed' || this.#hasExitedBadly(shown);
    return { result: this.#resultText(shown), error: failed, args: this.args };
  }

  /** Some agents call a command completed that ended with an error. */
  #hasExitedBadly(shown: string): boolean {
    const stated = this.#exitCode ?? readExitCode(this.#rawOutput);
    if (stated !== undefined) return stated !== 0;
    const told = this.#kind === 'execute' ? /^Exit Code: (\d+)$/m.exec(shown)?.[1] : undefined;
    return Number(told ?? 0) !== 0;
  }

  #resultText(shown: string): string {
    if (!this.#terminal.isBlank) return this.#terminal.text;
    const raw = readAcpOutput(this.#rawOutput);
    if (raw !== undefined && raw !== '') return raw;
    // An edit answers with the whole file, which says nothing about how it went.
    return shown === '' && !this.#hasDiff ? textOf(this.#rawOutput) : shown;
  }

  get #namedKind(): string | undefined {
    return this.#kind === 'other' ? undefined : this.#kind;
  }

  #takeContent(contents: readonly AcpCallContent[]): void {
    const diffs = contents.filter(isDiff);
    // A later diff shows the same edit with the lines around it; Gemini CLI states its first one at the end.
    const isFirst = !this.#hasBegun || !this.isStated;
    if (diffs.length > 0 && isFirst) this.#diffs = diffs;
    this.#hasDiff ||= diffs.length > 0;
    this.#texts = contents.flatMap(({ type, content }) =>
      type === 'content' ? [readAcpText(content)] : [],
    );
  }

  /** Codex states the output of its terminal outside the standard members. */
  #takeTerminal(meta: unknown): void {
    if (!isObject(meta)) return;
    const [output, exit] = [meta['terminal_output_delta'], meta['terminal_exit']];
    if (isObject(output)) this.#terminal.add(textOf(output['data']));
    if (isObject(exit) && typeof exit['exit_code'] === 'number') this.#exitCode = exit['exit_code'];
  }
}

function isDiff(content: AcpCallContent): content is Diff {
  return content.type === 'diff' && content.newText !== undefined;
}

/** opencode states the folder of a command before the command. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return isObject(value) && Object.keys(value).every((name) => name === 'cwd');
}

/** Claude's adapter names its tools outside the standard members. */
function readToolName(meta: unknown): string | undefined {
  const own = isObject(meta) ? meta['claudeCode'] : undefined;
  const name = isObject(own) ? own['toolName'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Whether the input holds the new text of a diff, so that it need not be added. */
function statesDiff(input: unknown, { newText }: Diff): boolean {
  return isObject(input) && Object.values(input).includes(newText);
}

function pathsOf(diffs: readonly Diff[], paths: readonly string[]): { readonly path?: string } {
  const path = diffs[0]?.path ?? paths[0];
  return path === undefined ? {} : { path };
}

function toEdit({ path, oldText = '', newText }: Diff): object {
  const { before, after } = narrowDiff(oldText, newText);
  const change = oldText === '' ? { content: newText } : { old_string: before, new_string: after };
  return { ...(path !== undefined && { path }), ...change };
}

/** Agents put what a tool printed into a fenced block, to be shown. */
function withoutFence(text: string): string {
  const [, inner] = /^```\w*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? [];
  return inner ?? text;
}
