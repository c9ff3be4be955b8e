import assert from 'node:assert/strict';
import fc from 'fast-check';
import { closableOutput } from '../../../src/cli/terminal/closableOutput';
import { PLAIN } from '../../../src/cli/terminal/style';
import { jsonProgress } from '../../../src/cli/progress/jsonProgress';
import { plainProgress } from '../../../src/cli/progress/plainProgress';
import { statusLine } from '../../../src/cli/progress/statusLine';
import { askedQuestion, askedToRun } from '../../support/askedSamples';
import { describeSteps } from '../../../src/reports/task/describeSteps';
import type { RunningSteps, StepVerdict } from '../../../src/model/steps/step';
import type { TurnPhase } from '../../../src/ports/runObserver';
import { anOverview, aTask, devs, fakeApp, FakeStream, WALL_CLOCK } from './fakeApp';
import { displayWidth } from '../../../src/cli/terminal/terminalText';
import { anyCodePoint } from '../../support/anyCodePoint';

const EVIL = '\u001b[2J\u001b]0;x\u0007\u0008\rgone\u202e';
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const HARMFUL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

const suspicion: StepVerdict = {
  step: 11,
  level: 'suspect',
  detector: 'repeated call',
  evidence: [9, 11],
  count: 2,
  limit: 3,
  message: 'Bash npm test gave the same result 2 times in a row',
};

function running(change: Partial<RunningSteps> = {}): RunningSteps {
  return {
    turn: 3,
    agent: 'claude',
    count: 11,
    current: {
      number: 12,
      tool: 'Bash',
      call: 'npm test',
      startedAt: '2026-11-21T22:00:00.000Z',
    },
    ...change,
  };
}

function phase(steps: RunningSteps, turn = 3): TurnPhase {
  return { taskId: 'fix-rounding', turn, phase: 'step', steps };
}

describe('steps of a running turn, on the command line', () => {
  function plain(): {
    readonly stream: FakeStream;
    readonly show: (...phases: TurnPhase[]) => void;
  } {
    const stream = new FakeStream();
    const output = closableOutput(stream);
    const progress = plainProgress({
      output,
      stderr: stream,
      style: PLAIN,
      host: { date: () => new Date(0) },
    });
    return { stream, show: (...phases) => phases.forEach((each) => progress.onPhase(each)) };
  }

  it('are no lines in a pipe; a suspicion is one when it first appears', () => {
    const { stream, show } = plain();
    show(phase(running()), phase(running({ count: 12 })));
    assert.equal(stream.text.length, 0);
    show(phase(running({ suspicion })), phase(running({ count: 13 })));
    show(phase(running({ suspicion: { ...suspicion, count: 3, limit: 5 } })));
    const line =
      '? fix-rounding  turn 3  maybe a loop: the same call with the same result, 2 of 3 (steps 9, 11)\n';
    assert.equal(stream.text, line);
    show(phase(running({ suspicion: { ...suspicion, detector: 'call cycle' } })));
    show(phase(running({ suspicion }), 4));
    assert.deepEqual(
      stream.text.split('\n').map((each) => each.slice(0, 40)),
      [
        '? fix-rounding  turn 3  maybe a loop: th',
        '? fix-rounding  turn 3  maybe a loop: ca',
        '? fix-rounding  turn 4  maybe a loop: th',
        '',
      ],
    );
  });

  it('are objects of their own among the JSON lines', () => {
    const stream = new FakeStream();
    const shown = phase(running({ suspicion }));
    jsonProgress(closableOutput(stream), stream).onPhase(shown);
    assert.deepEqual(JSON.parse(stream.text), { type: 'phase', ...shown });
  });

  it('stand in the status line, the call cut before anything else goes', () => {
    const call = 'npm test -- --grep "rounds half to even" --reporter dot';
    const current = { ...running().current!, call };
    const state = { entropy: 1, threshold: 3, elapsedMs: 12_900, now: WALL_CLOCK };
    const line = (width: number, steps: Partial<RunningSteps> = {}): string =>
      statusLine({ ...state, phase: phase(running({ current, ...steps })) }, width);
    assert.equal(
      line(131),
      `▸ fix-rounding  turn 3  step 12: Bash ${call}  failed in a row 1 of 3  12s`,
    );
    assert.equal(
      line(91),
      '▸ fix-rounding  turn 3  step 12: Bash npm test -- --grep "rou…  failed in a row 1 of 3  12s',
    );
    assert.equal(
      line(111, { suspicion }),
      '▸ fix-rounding  turn 3  step 12: Bash npm test -- --grep "rou… (repeated call 2/3)  failed in a row 1 of 3  12s',
    );
    assert.equal(line(40), '▸ fix-rounding  turn 3  12s');
  });

  it('never make the status line wider than the terminal', () => {
    const anyText = fc.string({ unit: anyCodePoint });
    fc.assert(
      fc.property(fc.nat(200), anyText, anyText, (width, tool, call) => {
        const current = { ...running().current!, tool, call };
        const line = statusLine(
          {
            phase: phase(running({ current, suspicion })),
            entropy: 1,
            threshold: 3,
            elapsedMs: 0,
            now: WALL_CLOCK,
          },
          width,
        );
        return displayWidth(line) <= width;
      }),
    );
  });

  it('stand beside their task in `devs status`', async () => {
    const tasks = [aTask('fix-rounding', { status: 'in_progress', steps: running({ suspicion }) })];
    const { stdout } = await devs('status', fakeApp(anOverview({ tasks })));
    assert.match(stdout, /In progress .* step 12: Bash npm test \(repeated call 2\/3\)\n/);
    const one = await devs('status fix-rounding', fakeApp(anOverview({ tasks })));
    assert.match(one.stdout, /In progress: step 12: Bash npm test/);
    const json = await devs('status fix-rounding --json', fakeApp(anOverview({ tasks })));
    const { task } = JSON.parse(json.stdout) as { task: { steps: RunningSteps } };
    assert.deepEqual(task.steps, running({ suspicion }));
  });

  it('are made harmless wherever they are shown', async () => {
    const current = { ...running().current!, tool: EVIL, call: EVIL };
    const steps = running({ current, suspicion: { ...suspicion, message: EVIL } });
    const { stream, show } = plain();
    show(phase(steps));
    const tasks = [aTask('a', { status: 'in_progress', steps })];
    const { stdout } = await devs('status', fakeApp(anOverview({ tasks })));
    const state = { entropy: 1, threshold: 3, elapsedMs: 0, now: WALL_CLOCK };
    for (const text of [stream.text, stdout, statusLine({ ...state, phase: phase(steps) }, 100)]) {
      assert.doesNotMatch(text, HARMFUL);
    }
  });
});

describe('an agent that waits for its service, on the command line', () => {
  it('is shown with what it waits for instead of its step', () => {
    const notice = 'retrying 6 of 10, overloaded, 19 s';
    assert.equal(describeSteps(running({ notice })), notice);
    assert.equal(describeSteps(running({ notice, suspicion })), `${notice} (repeated call 2/3)`);
  });

  it('is shown with what it waits for you to do', () => {
    const asking = running({ asks: [askedToRun()] });
    assert.equal(describeSteps(asking), 'waits for your permission');
    const state = { entropy: 1, threshold: 3, elapsedMs: 0, now: WALL_CLOCK };
    assert.match(statusLine({ ...state, phase: phase(asking) }, 60), /waits for your permission/);
    const questions = [askedQuestion()];
    assert.equal(describeSteps(running({ questions })), 'waits for your answer');
    assert.match(describeSteps(running({ questions: [] })), /^step /);
  });
});
