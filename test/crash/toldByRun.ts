/** What `devs run --json` told, as far as it printed whole lines. */
export interface ToldByRun {
  /** Outcome of each turn that was told to have ended, by "<task> <number>". */
  readonly ended: ReadonlyMap<string, string>;
  readonly started: number;
  readonly landed: number;
  /** The last thing it told: an event's name, a phase's, or `result`. */
  readonly last: string;
}

/** Reads the lines that `devs run --json` printed. */
export function toldByRun(stdout: string): ToldByRun {
  const ended = new Map<string, string>();
  const counts = { started: 0, landed: 0 };
  let last = '';
  for (const line of stdout.split('\n').slice(0, -1)) {
    const each = JSON.parse(line) as {
      readonly type: string;
      readonly event?: string;
      readonly phase?: string;
      readonly task_id?: string;
      readonly data?: { readonly turn: number; readonly outcome: string };
    };
    last = each.event ?? each.phase ?? each.type;
    if (each.event === 'turn_started') counts.started += 1;
    if (each.event === 'task_landed') counts.landed += 1;
    if (each.event === 'turn_ended' && each.data)
      ended.set(`${each.task_id} ${each.data.turn}`, each.data.outcome);
  }
  return { ended, ...counts, last };
}
