import type { KnownCall, KnownResult, ObservedStep } from '../calls/observedStep';
import { isReading } from '../effects/readCommandEffect';
import type { EditEffect } from '../effects/stepEffect';
import { readReportedPlace, type ReportedPlace } from './reportedPlace';

/** Maximum length of an output that is compared, in characters. */
const MAX_OUTPUT = 4_096;

/** What a step shows of the outcome of attempts. */
export class Shown {
  readonly call: KnownCall;
  readonly result: KnownResult;
  /** `null`: the output names none. */
  private knownPlace: ReportedPlace | null | undefined;

  constructor(
    /** `check`: something ran; `view`: existing content was shown. */
    readonly kind: 'check' | 'view',
    /** What shows it: the key of a call, the other commands of a command line, or a tool. */
    readonly shownBy: string,
    { call, result }: Pick<ShowingStep, 'call' | 'result'>,
    /** The output of a check; '' if it is too long to be compared. */
    readonly output = '',
  ) {
    this.call = call;
    this.result = result;
  }

  /** As `readReportedPlace`, of the output. */
  get place(): ReportedPlace | undefined {
    this.knownPlace ??= readReportedPlace(this.output) ?? null;
    return this.knownPlace ?? undefined;
  }
}

type ShowingStep = Pick<ObservedStep, 'call' | 'result' | 'step'>;

/**
 * Reads what a step shows of the outcome of attempts; undefined if it shows none. `isAttempt`: the
 * step itself tries to change something.
 */
export function readShown(showing: ShowingStep, isAttempt: boolean): Shown | undefined {
  const { key, tool, effect } = showing.call;
  switch (effect.kind) {
    case 'looks':
      return new Shown('check', key, showing, readOutput(showing));
    case 'reads':
      return new Shown('view', key, showing);
    case 'acts':
      return isAttempt ? new Shown('view', tool, showing) : undefined;
    case 'edits':
      return isAttempt ? readEditShown(showing, effect) : undefined;
    case 'changes':
    case 'plans':
    case 'waits':
      return undefined;
    default:
      return effect satisfies never;
  }
}

/** What an editor shows of the edited place, or what the rest of a command line shows. */
function readEditShown(showing: ShowingStep, { rest, edits }: EditEffect): Shown | undefined {
  if (rest === '') return undefined;
  if (rest === undefined) {
    const shownBy = `${showing.call.tool} ${edits[0]?.path ?? ''}`;
    return LISTING.test(showing.result.text) ? new Shown('view', shownBy, showing) : undefined;
  }
  if (isReading(rest)) return new Shown('view', rest, showing);
  return new Shown('check', rest, showing, readOutput(showing));
}

function readOutput({ step }: ShowingStep): string {
  return step.result.length <= MAX_OUTPUT ? step.result : '';
}

/** Lines of a file or of a difference. */
const LISTING = /^(?:[ \t]{0,12}\d{1,7}[ \t]?[:|\t→]|[-+] |@@)/m;
