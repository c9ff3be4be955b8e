import { enumerate } from '../../text/list';
import { isSameFinding } from '../../rules/steps/findings/isSameFinding';
import type { Finding } from './listFindings';

/** What a human may have meant by "this was not a loop". */
export interface FindingChoice {
  readonly taskId: string;
  /** Number of the turn that the finding ended; undefined: not named. */
  readonly named: number | undefined;
  /** Those of the task, oldest first. */
  readonly findings: readonly Finding[];
  /** Number of the last turn before a human last decided: earlier findings have to be named. */
  readonly decidedAfter: number;
  /** The task was stopped for a loop: then all findings since the last decision are meant. */
  readonly isStopped: boolean;
}

export type ChosenFindings =
  /** Open ones; [] if a loop without a finding is meant, or if all are dismissed already. */
  | { readonly ok: true; readonly chosen: readonly Finding[]; readonly isKnown: boolean }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/** Chooses the findings to dismiss, each with its equals. A finding is named by the number of its turn. */
export function chooseFindings(choice: FindingChoice): ChosenFindings {
  const { taskId, named, findings, decidedAfter, isStopped } = choice;
  if (named !== undefined) return chooseNamed(choice, named);
  const open = findings.filter(
    ({ turn, isDismissed }) => !isDismissed && turn.number > decidedAfter,
  );
  if (isStopped) return { ok: true, chosen: open, isKnown: false };
  const [first] = open;
  if (first === undefined) return chooseNone(taskId, findings);
  if (!open.every((each) => isLike(first, each))) {
    return {
      ok: false,
      reason: `${taskId} has several loops; name the turn of one: ${listed(open)}.`,
    };
  }
  return { ok: true, chosen: open, isKnown: false };
}

function chooseNamed({ taskId, findings }: FindingChoice, named: number): ChosenFindings {
  const found = findings.find(({ turn }) => turn.number === named);
  if (found === undefined) {
    const reason =
      findings.length === 0
        ? `${taskId} has no loops to choose from: ${NO_LOOP}.`
        : `Turn ${named} of ${taskId} was not ended because of a loop. Turns that were: ${listed(findings)}.`;
    return { ok: false, reason };
  }
  if (found.isDismissed) return { ok: true, chosen: [], isKnown: true };
  const chosen = findings.filter((each) => !each.isDismissed && isLike(found, each));
  return { ok: true, chosen, isKnown: false };
}

function chooseNone(taskId: string, findings: readonly Finding[]): ChosenFindings {
  const open = findings.filter(({ isDismissed }) => !isDismissed);
  if (open.length > 0) {
    const reason = `You have made a decision about ${taskId} since Devs reported its loops, so name the turn of the loop that you mean: ${listed(open)}.`;
    return { ok: false, reason };
  }
  if (findings.length > 0) return { ok: true, chosen: [], isKnown: true };
  return { ok: false, reason: `${taskId} was not stopped because of a loop, and ${NO_LOOP}.` };
}

const NO_LOOP = 'none of its turns was ended because of a loop';

function isLike(a: Finding, b: Finding): boolean {
  return a === b || isSameFinding(a, b);
}

/** Findings that a sentence names; the newest. */
const MAX_LISTED = 8;

function listed(findings: readonly Finding[]): string {
  const shown = findings.slice(-MAX_LISTED);
  const names = shown.map(({ turn, detector }) => `${turn.number} (${detector})`);
  return enumerate(names);
}
