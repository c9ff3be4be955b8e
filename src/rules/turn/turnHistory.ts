import type { MeasuredTurn } from '../progress/assessRegression';
import type { FailedTurn } from './assessRepeatedFailure';
import type { EndedTurn } from '../../model/turn/turn';

/** The turns that failed, each with its signature. */
export function failedTurns(turns: readonly EndedTurn[]): readonly FailedTurn[] {
  return turns.flatMap(({ number, failure }) =>
    failure === undefined ? [] : [{ number, failure }],
  );
}

/** The turns that measured something. */
export function measuredTurns(turns: readonly EndedTurn[]): readonly MeasuredTurn[] {
  return turns.flatMap(({ number, verification }) =>
    verification?.measurement === undefined
      ? []
      : [{ number, measurement: verification.measurement }],
  );
}
