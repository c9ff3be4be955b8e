import type { TurnEvidence } from '../../../../src/rules/turn/evaluateTurn';
import type { ErrorType, FailureSignature } from '../../../../src/model/failure/failure';

export const FAILED = { kind: 'exit', code: 1 } as const;
export const PASSED = { kind: 'exit', code: 0 } as const;

export function failure(errorType: ErrorType): FailureSignature {
  const exactMessage = 'the rates are late';
  const hashes = { hash: 'h', exactHash: 'e', contextHash: '' };
  return { ...hashes, exactMessage, errorType, failingTests: [] };
}

export const PIVOT: TurnEvidence['pivot'] = {
  turn: 2,
  headedByDirective: false,
  replyAbandoned: false,
  stateAbandoned: false,
  stateChanged: true,
  stateKnown: false,
};

/** A turn of which the rules know neither whether it is progress nor whose failure it is. */
export const OPEN: TurnEvidence = {
  doubts: [],
  changedTests: 0,
  passedBefore: false,
  agentEnd: PASSED,
  reply: 'STRATEGY: ask the service',
  verification: { end: FAILED },
  measurability: 'no tests',
  reportProblems: [],
  failure: failure('timeout'),
  failedTurns: [],
  measuredTurns: [],
  markers: [],
  firstTurn: false,
  failureKnown: false,
  replyKnown: false,
  differsFromStart: true,
  best: undefined,
  entropy: 0,
  rounds: 0,
  stepLoops: 0,
  exits: false,
  loopThreshold: 3,
  strategyTurns: [2],
  pivot: PIVOT,
};
