import assert from 'node:assert/strict';
import { runReportText } from '../../../src/cli/render/runReportText';
import { pauseReportText } from '../../../src/cli/render/pauseReportText';
import { PLAIN } from '../../../src/cli/terminal/style';
import { wrapText } from '../../../src/cli/terminal/wrapText';
import { createEventLines } from '../../../src/cli/progress/eventLines';
import { statusLine } from '../../../src/cli/progress/statusLine';
import type { JudgedTurn } from '../../../src/model/judge/judgedTurn';
import type { ReportedTurn } from '../../../src/model/report/pauseReport';
import type { DevsEvent } from '../../../src/model/events/devsEvent';
import {
  decided,
  HOSTILE_REASONING,
  JUDGE_NAME,
  saying,
  undecided,
} from '../../support/judgedSamples';
import { aRunReport, aTurn } from '../platform/reportFiles/samples';
import { aMark, anEvent, anOverview, aReport, aTask, devs, fakeApp } from './fakeApp';
import type { Changes } from '../../support/sampleEvents';

// eslint-disable-next-line no-control-regex -- control characters are what this is about
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;
const REASONING = 'The same assertion fails as in attempts 1 and 2.';
const REASON = `verification failed: exit code 1; nothing measured. The judge (${JUDGE_NAME}) sees no progress: ${REASONING}`;

function reported(number: number, judged?: JudgedTurn): ReportedTurn {
  return {
    number,
    at: `2026-11-21T22:00:0${number}.000Z`,
    taskId: 'fix-rounding',
    outcome: 'no_progress',
    agentEnd: { kind: 'exit', code: 0 },
    verifyEnd: { kind: 'exit', code: 1 },
    firstLines: 'STRATEGY: round each line',
    responseHash: 'a1b2c3',
    state: '0f1e2d',
    durationMs: 12_100,
    pivotDirective: 0,
    reason: judged === undefined ? 'verification failed: exit code 1' : REASON,
    changedFiles: [],
    newlyFailing: [],
    newlyPassing: [],
    ...(judged && { judged }),
  };
}

function pauseText(...turns: readonly ReportedTurn[]): string {
  return pauseReportText(aReport({ turns }));
}

describe('who decided, in a pause report', () => {
  it('stands with each turn: the judge, its words, its cost; or rules', () => {
    const text = pauseText(reported(1), reported(2, decided()), reported(3, undecided()));
    assert.match(text, /\n {6}verification failed: exit code 1\n {6}decided by {4}rules\n/);
    const judged = [
      `      verification failed: exit code 1; nothing measured`,
      `      decided by    the judge (${JUDGE_NAME}): no progress`,
      `      judge said    | ${REASONING}`,
      '      cost          2 calls, 3.1 s, 1,204 tokens in and 80 out, $0.0006',
    ];
    assert.ok(text.includes(judged.join('\n')), text);
    const inVain = [
      `      decided by    rules, because the judge (${JUDGE_NAME}) gave no usable answer: no answer within 60 s`,
      '      cost          1 call, 1 min',
    ];
    assert.ok(text.includes(inVain.join('\n')), text);
  });

  it('is not told where no judge was asked', () => {
    assert.doesNotMatch(pauseText(reported(1), reported(2)), /decided|judge/);
  });

  it('keeps long words below each other, and hostile ones harmless', () => {
    const long = saying({ reasoning: `${HOSTILE_REASONING} ${'again and '.repeat(30)}` });
    const text = wrapText(pauseText(reported(1, long)), 100);
    const said = text.split('\n').filter((line) => /^ {6}(?:judge said| {10}) {4}\| /.test(line));
    assert.ok(said.length > 2);
    assert.ok(said.every((line) => line.length < 120));
    assert.doesNotMatch(text, OBEYED);
  });

  it('stands in the JSON as it was recorded', async () => {
    const report = aReport({ turns: [reported(1, decided())] });
    const paused = aTask('fix-rounding', { status: 'PAUSED_FOR_INTERVENTION' });
    const app = fakeApp(anOverview({ tasks: [paused] }), {
      report: () => Promise.resolve(report),
    });
    const { stdout } = await devs('report fix-rounding --json', app);
    const { turns } = JSON.parse(stdout) as { turns: readonly ReportedTurn[] };
    assert.deepEqual(turns[0]?.judged, decided());
  });
});

describe('the judge in the lines of a run', () => {
  const asked = (data: Changes = {}): DevsEvent =>
    anEvent('judge_asked', {
      ...{ turn: 3, about: 'progress', by: JUDGE_NAME, answer: 'no progress' },
      ...{ calls: 2, durationMs: 3_100, inputTokens: 1_204, outputTokens: 80 },
      orchestrator_reasoning: REASONING,
      ...data,
    });
  const ended = anEvent('turn_ended', {
    ...{ turn: 3, outcome: 'no_progress', entropyAfter: 2, loopThreshold: 3 },
    ...{ reason: REASON, durationMs: 12_100, consequence: 'none' },
  });
  const lines = (...events: readonly DevsEvent[]) => events.flatMap(createEventLines(PLAIN));

  it('says what it answered, why and at what cost, and the turn’s line says no word of it twice', () => {
    assert.deepEqual(lines(asked(), ended), [
      `⚖ fix-rounding  turn 3  the judge (${JUDGE_NAME}) says: no progress  “${REASONING}”  2 calls, 3.1 s, 1,204 tokens in and 80 out`,
      `✕ fix-rounding  turn 3  no progress  failed in a row 2 of 3  (verification failed: exit code 1; nothing measured)  12.1s`,
    ]);
  });

  it('says of progress that nothing measured, that the judge decided', () => {
    const told = asked({ answer: 'progress' });
    const reason = `The judge (${JUDGE_NAME}) sees progress: ${REASONING.replace(/\.$/, '')} (the judge decided, as no tests measure progress)`;
    const data = { turn: 3, outcome: 'progress', entropyAfter: 0, loopThreshold: 3, reason };
    const [, line] = lines(told, anEvent('turn_ended', { ...data, durationMs: 12_100 }));
    assert.equal(
      line,
      '↑ fix-rounding  turn 3  progress  failed in a row 0 of 3  (the judge decided, as no tests measure progress)  12.1s',
    );
  });

  it('says that rules decide where it gave no usable answer', () => {
    const failed = { answer: 'undecided', why: 'timeout', detail: 'no answer within 60 s' };
    const data = { ...failed, calls: 1, durationMs: 60_000, orchestrator_reasoning: undefined };
    assert.match(
      lines(asked(data))[0] ?? '',
      /turn 3 {2}rules decide, the judge \(.*\) gave no usable answer: no answer within 60 s {2}1 call, 1 min/,
    );
  });

  it('says once of a task what keeps it from being asked', () => {
    const budget = {
      answer: 'undecided',
      why: 'budget',
      calls: 0,
      detail: 'its calls are used up',
    };
    const again = asked({ ...budget, turn: 4 });
    const other = { ...again, taskId: 'other' } as DevsEvent;
    assert.equal(lines(asked(budget), again, other).length, 2);
  });

  it('says where nothing new was asked', () => {
    assert.match(
      lines(asked({ since: 2, calls: 0 }))[0] ?? '',
      / {2}reuses the answer of turn 2: the judge/,
    );
  });

  it('is one harmless line whatever it wrote', () => {
    const [line = ''] = lines(asked({ orchestrator_reasoning: HOSTILE_REASONING }));
    assert.doesNotMatch(line, OBEYED);
    assert.equal(line.includes('\n'), false);
    assert.match(lines(anEvent('judge_asked'))[0] ?? '', /rules decide, the judge was not asked$/);
  });

  it('is what a turn waits for, in the line at the bottom', () => {
    const phase = { taskId: 'fix-rounding', turn: 3, phase: 'judge' } as const;
    const state = { phase, entropy: 1, threshold: 3, elapsedMs: 12_000, now: new Date() };
    assert.equal(
      statusLine(state, 80),
      '▸ fix-rounding  turn 3  asking the judge  failed in a row 1 of 3  12s',
    );
  });
});

describe('the judge in other texts of the command line', () => {
  it('has a column and its words in the report of a run, and its cost at the head', () => {
    const cost = { calls: 3, durationMs: 63_100, inputTokens: 1_204, outputTokens: 80 };
    const turns = [
      aTurn({ number: 1 }),
      aTurn({ number: 2, reason: REASON, judged: decided() }),
      aTurn({ number: 3, judged: undecided() }),
      aTurn({ number: 4, outcome: 'interrupted', reason: 'cut off' }),
    ];
    const options = { files: { markdown: 'a.md', json: 'a.json' }, style: PLAIN, now: new Date() };
    const text = runReportText(aRunReport({ turns, judge: cost }), options);
    assert.match(text, /\n {2}Asking the judge took 3 calls, 1,284 tokens\.\n/);
    assert.match(text, /TURN.* FILES {2}BY {18}REASON\n/);
    assert.match(text, /\n {2}1 .* rules {15}verification failed/);
    assert.match(
      text,
      /\n {2}2 .* judge: no progress {2}verification failed: exit code 1; nothing measured\n/,
    );
    assert.match(text, /\n {2}4 {5}interrupted .* 1 {26}cut off\n/);
    assert.match(
      text,
      /DECIDED BY\n {2}turn 2 {2}the judge \(.*\): no progress {2}2 calls, 3\.1 s/,
    );
    assert.ok(text.includes(`     | ${REASONING}\n`));
    assert.match(
      text,
      /\n {2}turn 3 {2}rules, because the judge .* gave no usable answer: no answer within 60 s/,
    );
    assert.doesNotMatch(runReportText(aRunReport(), options), /judge|DECIDED| BY /);
  });

  it('has its cost and a column where a task is shown, and nothing where it was never asked', async () => {
    const turns = [aMark(1), aMark(2, { judged: decided(), reason: REASON })];
    const judge = { calls: 2, durationMs: 3_100, inputTokens: 1_204, outputTokens: 80 };
    const shown = async (...tasks: readonly ReturnType<typeof aTask>[]) =>
      (await devs('status fix-rounding', fakeApp(anOverview({ tasks })))).stdout;
    const text = await shown(aTask('fix-rounding', { turns, turnCount: 2, judge }));
    assert.match(text, /turns 2 {2}judge 2 calls, 1,284 tokens\n/);
    assert.match(
      text,
      / {2}2 .* judge: no progress {2}verification failed: exit code 1; nothing measured$/m,
    );
    const without = aTask('fix-rounding', { turns: [aMark(1)], turnCount: 1 });
    assert.doesNotMatch(await shown(without), /judge| BY /);
  });
});
