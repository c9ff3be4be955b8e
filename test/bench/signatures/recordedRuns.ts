import { recordedLines } from '../recordedLines';

/** One call of a tool, as an agent's run was recorded. */
export interface RecordedStep {
  readonly tool: string;
  readonly args: string;
  /** What the tool answered; '' where nothing was recorded. */
  readonly obs: string;
}

/** One recorded run of an agent. */
export interface RecordedRun {
  readonly id: string;
  readonly agent: string;
  readonly steps: readonly RecordedStep[];
}

/** What a command printed and how it ended. */
export interface CommandOutput {
  readonly text: string;
  /** Undefined where it was not recorded. */
  readonly code?: number;
  readonly timedOut: boolean;
}

interface RawRun {
  readonly id: string;
  readonly agent: string;
  readonly steps?: readonly { tool: string; args?: unknown; obs?: unknown }[];
}

/** Reads runs from a file of JSON lines, plain or compressed by gzip. */
export async function readRuns(file: string): Promise<readonly RecordedRun[]> {
  return (await recordedLines(file)).map((line) => runOf(JSON.parse(line) as RawRun));
}

function runOf({ id, agent, steps }: RawRun): RecordedRun {
  return {
    id,
    agent,
    steps: (steps ?? []).map(({ tool, args, obs }) => ({
      tool,
      args: typeof args === 'string' ? args : JSON.stringify(args ?? ''),
      obs: typeof obs === 'string' ? obs : '',
    })),
  };
}

/** Tools that run what they are given in a shell, by name. */
const SHELLS =
  /^(?:execute_)?(?:bash|shell|terminal|command|cmd)$|^run_(?:command|terminal_cmd|shell_command)$/;

/** The shell command that a step ran; undefined for other tools. */
export function commandOf({ tool, args }: RecordedStep): string | undefined {
  if (!SHELLS.test(tool)) return undefined;
  if (!args.trimStart().startsWith('{"')) return args.trim();
  try {
    const { command, cmd } = JSON.parse(args) as Record<string, unknown>;
    const given = command ?? cmd;
    return typeof given === 'string' ? given.trim() : undefined;
  } catch {
    return args.trim();
  }
}

/** The output without what the recording agent put around it; undefined where the command never ran. */
export function outputOf(step: RecordedStep): CommandOutput | undefined {
  const { obs } = step;
  const end = /^<returncode>(-?\d+)<\/returncode>\s*/.exec(obs);
  if (end !== null) {
    const text = unwrapped(obs.slice(end[0].length));
    return { text, code: Number(end[1]), timedOut: false };
  }
  if (/^The last command <command>/.test(obs) && obs.includes('timed out')) {
    return { text: unwrapped(obs.slice(obs.indexOf('<output>'))), timedOut: true };
  }
  const command = commandOf(step);
  if (command === undefined || step.tool === 'bash') return undefined;
  const text = obs.startsWith(command) ? obs.slice(command.length) : obs;
  return { text: text.replace(/^\r?\n/, ''), timedOut: false };
}

function unwrapped(obs: string): string {
  const from = obs.search(/<output(?:_head)?>/);
  const inside = from < 0 ? obs : obs.slice(from);
  return inside
    .replace(/^<output(?:_head)?>\n?/, '')
    .replace(/\n?<\/output(?:_tail)?>[^<]*$/, '')
    .replace(/<\/output_head>\s*<elided_chars>[^<]*<\/elided_chars>\s*<output_tail>/, '…');
}
