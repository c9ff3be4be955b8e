import { deepEqual, equal, match } from 'node:assert/strict';
import type { GuardedProof } from '../../../../src/model/guard/guardedProof';
import type { StepVerdict } from '../../../../src/model/steps/step';
import {
  adviceOf,
  callGroups,
  maskAndCut,
  promptLine,
  provingStep,
} from '../../../../src/app/read/replayRecordings';
import { ProofSession } from '../../../../src/vscode/replay/proofSession';
import { replayHandlers } from '../../../../src/vscode/replay/replayHandlers';
import { recordedRun, step } from '../../webview/replaySamples';
import { loop, stopped } from '../guard/samples';

const NOW = new Date('2026-11-28T10:00:00.000Z');
const verdict: StepVerdict = {
  step: 9,
  level: 'stuck',
  detector: 'repeated call',
  evidence: [3, 6, 9],
  count: 3,
  limit: 3,
  message: loop().message,
};
const suspicion: StepVerdict = {
  ...verdict,
  step: 6,
  level: 'suspect',
  evidence: [3, 6],
  count: 2,
};
const PROOF: GuardedProof = {
  session: stopped,
  steps: recordedRun('s1', 11).steps.map((each, index) => ({ ...each, number: index + 1 })),
  findings: [
    { verdict: suspicion, told: true },
    { verdict, loop: loop() },
  ],
};

function create(read: () => Promise<GuardedProof> = () => Promise.resolve(PROOF)) {
  let told = 0;
  const listeners = new Set<() => void>();
  const session = new ProofSession({
    ...{ callGroups, askedLine: promptLine, now: () => NOW },
    readerOf: () => ({ read }),
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    onChange: () => (told += 1),
  });
  const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
    Promise.resolve(undefined),
  );
  return { session, handlers, listeners, told: () => told };
}

describe('the proof of a guarded session in the host', () => {
  it('says as many steps as the session, its status, and nothing of steps saved', async () => {
    const { session, told } = create();
    equal(session.snapshot().view.busy, true);
    await session.addFiles(['/state/sessions/claude.s1.jsonl']);
    equal(told(), 1);
    const { runs, isProof, busy, problemCount } = session.snapshot().view;
    deepEqual([isProof, busy, problemCount], [true, false, 0]);
    match(runs[0]?.facts ?? '', /^Claude Code · Stopped by Devs · 11 steps · last at /);
    deepEqual([runs[0]?.saved, runs[0]?.asked], [0, 'Fix it.']);
  });

  it('has what was found and answered at each step, and no step that would have been saved', async () => {
    const { session, handlers } = create();
    await session.addFiles(['/state/sessions/claude.s1.jsonl']);
    const answer = await handlers.timeline({ run: 0 });
    if (!answer.ok) throw new Error(answer.message);
    const { answers = [], advice, fires, levels, saved, numbers } = answer.result;
    deepEqual(fires, [suspicion, verdict]);
    deepEqual(answers.length, 2);
    equal(answers[0], 'Devs told the agent about the possible loop.');
    match(answers[1] ?? '', / · Devs ended the turn\.$/);
    deepEqual(advice, ['', loop().advice]);
    equal(levels, '     ?  !  ');
    equal(saved.trim(), '');
    deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('reads on when sessions change, until its page is closed', async () => {
    const steps = [...PROOF.steps];
    const { session, listeners, told } = create(() => Promise.resolve({ ...PROOF, steps }));
    await session.addFiles(['/x']);
    steps.push({ ...step(12), number: 12 });
    for (const listener of listeners) listener();
    await session.addFiles(['/x']);
    equal((await session.open(0))?.run.steps.length, 12);
    equal(listeners.size, 1);
    session.dispose();
    equal(listeners.size, 0);
    equal(told(), 3);
  });

  it('tells why its file cannot be read', async () => {
    const { session } = create(() => Promise.reject(new Error('EACCES')));
    await session.addFiles(['/x']);
    const { problems, runs, busy } = session.snapshot().view;
    match(problems[0]?.message ?? '', /cannot be read: .*EACCES/);
    deepEqual([runs, busy], [[], false]);
  });
});
