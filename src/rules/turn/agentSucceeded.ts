import { exitedCleanly, type ProcessEnd } from '../../model/turn/turn';

/** Whether an agent exited with code 0 and its event stream reports no failure; Qwen Code always exits with 0. */
export function agentSucceeded({
  end,
  failure,
}: {
  readonly end: ProcessEnd;
  readonly failure?: string | undefined;
}): boolean {
  return exitedCleanly(end) && failure === undefined;
}
