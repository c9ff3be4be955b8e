import { deepEqual, equal } from 'node:assert/strict';
import { toRunReport } from '../../../../src/platform/reportFiles/reportSchema';
import type { RunReport } from '../../../../src/model/run/runReport';
import { decided, undecided } from '../../../support/judgedSamples';
import { aRunReport, aTurn } from './samples';

function read(report: RunReport): RunReport | undefined {
  return toRunReport(JSON.stringify(report));
}

describe('a stored report of a run with a judge', () => {
  it('is read again with everything that the judge was asked', () => {
    const turns = [aTurn({ judged: decided({ since: 1 }) }), aTurn({ judged: undecided() })];
    const report = aRunReport({ turns, judge: decided().cost });
    deepEqual(read(report), report);
  });

  it('is read without any of it, as of an earlier version', () => {
    deepEqual(read(aRunReport()), aRunReport());
  });

  it('is none where what it says of a judge is of another shape', () => {
    for (const judged of [
      { ...decided(), verdict: { ...decided().verdict, reasoning: 7 } },
      { ...decided(), kind: 'guessed' },
      { ...undecided(), cost: { calls: 'many', durationMs: 1 } },
      'yes',
    ]) {
      equal(read(aRunReport({ turns: [aTurn({ judged: judged as never })] })), undefined);
    }
    equal(read(aRunReport({ judge: {} as never })), undefined);
  });
});
