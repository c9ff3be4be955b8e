import type { DevsEvent } from '../../model/events/devsEvent';
import { structuredLine } from '../../model/events/structuredEvent';
import type { Command } from '../../model/task/task';
import { describeEnd, exitedCleanly } from '../../model/turn/turn';
import type { EventHook } from '../../ports/eventHook';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import { childEnvironment, type Environment } from './environment';
import { runProcess } from './runProcess';

/** Milliseconds after which an event command is stopped. */
export const EVENT_HOOK_LIMIT_MS = 30_000;

export interface EventHookOptions {
  /** Where event commands run. */
  readonly workspaceDir: string;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  readonly environment: Environment;
  /** Absent: nothing is masked. */
  readonly mask?: SecretMask;
}

/**
 * Runs `onEvent` commands: the event's line of `events.jsonl` on standard input, `DEVS_EVENT` names
 * the event in the environment.
 */
export function createEventHook(options: EventHookOptions): EventHook {
  return {
    notify: (command, event, signal) => runHook({ command, event, signal, options }),
  };
}

interface Telling {
  readonly command: Command;
  readonly event: DevsEvent;
  readonly signal: AbortSignal;
  readonly options: EventHookOptions;
}

async function runHook({ command, event, signal, options }: Telling): Promise<string | undefined> {
  const { workspaceDir, supervisorFile, environment, mask = MASK_NOTHING } = options;
  const outcome = await runProcess(
    {
      command,
      cwd: workspaceDir,
      env: { ...childEnvironment(environment), DEVS_EVENT: event.event },
      stdin: `${structuredLine(mask.value(event))}\n`,
      mask,
      timeoutMs: EVENT_HOOK_LIMIT_MS,
      supervisorFile,
    },
    signal,
  );
  if (exitedCleanly(outcome.end)) return undefined;
  const lastLine = outcome.errorTail.trim().split('\n').at(-1) ?? '';
  const words = lastLine === '' ? '' : `: ${lastLine}`;
  return `The onEvent command failed on ${event.event} (${describeEnd(outcome.end)})${words}`;
}
