import {
  runProcess,
  type ProcessOutcome,
  type ProcessSpec,
} from '../../../../src/platform/process/runProcess';
import { scratchFolder } from './scratch';
import { supervisorFile } from './supervisorBuild';

export interface Execution {
  readonly folder: string;
  readonly controller: AbortController;
  readonly outcome: Promise<ProcessOutcome>;
}

export type ExecuteOptions = Partial<ProcessSpec> & { readonly signal?: AbortSignal };

/** Runs a command in a folder of its own with little more than `PATH` in its environment. */
export async function execute(
  command: ProcessSpec['command'],
  { signal, ...options }: ExecuteOptions = {},
): Promise<Execution> {
  const folder = scratchFolder();
  const controller = new AbortController();
  const spec = {
    command,
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 15_000,
    supervisorFile: await supervisorFile(),
    ...options,
  };
  return { folder, controller, outcome: runProcess(spec, signal ?? controller.signal) };
}

/** The same, to its end. */
export async function outcomeOf(
  command: ProcessSpec['command'],
  options: ExecuteOptions = {},
): Promise<ProcessOutcome> {
  return (await execute(command, options)).outcome;
}

/** A list that runs `script` in Node. */
export function inNode(script: string): readonly string[] {
  return [process.execPath, '-e', script];
}
