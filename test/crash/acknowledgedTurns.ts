import { mustHold } from './failure';
import type { Sandbox } from './sandbox';
import type { StateFile } from './stateFile';
import { toldByRun } from './toldByRun';

/** The turns that runs told to have ended: none of them may be lost. */
export class AcknowledgedTurns {
  /** Outcome by "<task> <number>". */
  private readonly outcomes = new Map<string, string>();

  constructor(private readonly sandbox: Sandbox) {}

  /** Notes the turns that a run has told. */
  add(stdout: string): void {
    for (const [turn, outcome] of toldByRun(stdout).ended) this.outcomes.set(turn, outcome);
  }

  /** Fails unless each is recorded as it was told, and every call of the agent has its turn. */
  mustBeIn({ turns }: StateFile): void {
    const recorded = new Map(turns.map((turn) => [`${turn.task} ${turn.number}`, turn.outcome]));
    const ids = new Set(turns.map(({ id }) => id));
    mustHold('recorded turns are missing or different', [
      ...[...this.outcomes]
        .filter(([turn, outcome]) => recorded.get(turn) !== outcome)
        .map(([turn, outcome]) => `${turn}: ${recorded.get(turn) ?? 'missing'}, not ${outcome}`),
      ...this.sandbox
        .notes()
        .filter(({ turn }) => !ids.has(turn))
        .map(({ task, turn }) => `a call for ${task}, in turn ${turn}, is not there`),
    ]);
  }
}
