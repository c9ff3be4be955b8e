import type { DevsEvent } from '../../domain/run';
import type { Command } from '../../domain/task';
import { describeEnd, endedWell } from '../../domain/turn';
import type { EventHook } from '../../ports/eventHook';
import { childEnvironment, type Environment } from './environment';
import { runProcess } from './runProcess';

/** Milliseconds after which an event command is ended. */
export const EVENT_HOOK_LIMIT_MS = 30_000;

export interface EventHookOptions {
  /** Where event commands run. */
  readonly workspaceDir: string;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  readonly environment: Environment;
}

/**
 * Runs `onEvent` commands: one JSON object and a line break on standard input, `DEVS_EVENT` names
 * the event in the environment.
 */
export function createEventHook(options: EventHookOptions): EventHook {
  return {
    tell: (command, event) => tell({ command, event, options }),
  };
}

interface Telling {
  readonly command: Command;
  readonly event: DevsEvent;
  readonly options: EventHookOptions;
}

async function tell({ command, event, options }: Telling): Promise<string | undefined> {
  const { workspaceDir, supervisorFile, environment } = options;
  const outcome = await runProcess(
    {
      command,
      cwd: workspaceDir,
      env: { ...childEnvironment(environment), DEVS_EVENT: event.event },
      stdin: `${JSON.stringify(event)}\n`,
      timeoutMs: EVENT_HOOK_LIMIT_MS,
      supervisorFile,
    },
    new AbortController().signal,
  );
  if (endedWell(outcome.end)) return undefined;
  const lastLine = outcome.errorTail.trim().split('\n').at(-1) ?? '';
  const words = lastLine === '' ? '' : `: ${lastLine}`;
  return `The onEvent command failed on ${event.event} (${describeEnd(outcome.end)})${words}`;
}
