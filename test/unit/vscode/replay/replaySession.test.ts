import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { RecordedRun, RecordingItem } from '../../../../src/model/steps/replayedRun';
import { adviceOf, maskAndCut, provingStep } from '../../../../src/app/read/replayRecordings';
import { replayHandlers } from '../../../../src/vscode/replay/replayHandlers';
import { ReplaySession } from '../../../../src/vscode/replay/replaySession';
import { pickStepLimits } from '../../../../src/vscode/replay/pickStepLimits';
import type { ReplayView } from '../../../../src/protocol/replay/replayView';
import { fakeReplaying, items, recordedRun, step } from '../../webview/replaySamples';

const usual = pickStepLimits(undefined);
const stuck = recordedRun('stuck', 30, [11, 14, 17, 20]);
const problem = { file: '/a.jsonl', line: 17, message: 'It is no JSON.' };
const files: Record<string, readonly RecordingItem[]> = {
  '/a.jsonl': [...items(recordedRun('clean', 5), stuck), { kind: 'problem', problem }],
  '/b.jsonl': items(recordedRun('doubtful', 8, [2, 6])),
};

interface Opened {
  readonly session: ReplaySession;
  readonly view: () => ReplayView;
  /** Files that were read, in order. */
  readonly read: readonly string[];
  readonly told: () => number;
  /** Ids of runs that the detectors looked at, in order. */
  readonly looked: readonly string[];
}

function open(recordings = files, room?: number): Opened {
  const read: string[] = [];
  const looked: string[] = [];
  let told = 0;
  const replaying = fakeReplaying({});
  const itemsOf = (file: string): readonly RecordingItem[] =>
    (recordings[file] ?? []).map((item) =>
      item.kind === 'run' ? { kind: 'run', run: { ...item.run, file } } : item,
    );
  const session = new ReplaySession({
    replaying: {
      ...replaying,
      replayInSlices: (run, ...rest) => {
        looked.push(run.id);
        return replaying.replayInSlices(run, ...rest);
      },
      recordings: (path, signal) => {
        read.push(path);
        return fakeReplaying({ [path]: itemsOf(path) }).recordings(path, signal);
      },
    },
    usualLimits: usual,
    onChange: () => (told += 1),
    pause: () => Promise.resolve(),
    ...(room === undefined ? {} : { room }),
  });
  return { session, read, looked, told: () => told, view: () => session.snapshot().view };
}

describe('replaying recordings in the host', () => {
  it('counts runs, what is stuck and what would have been saved; findings come first', async () => {
    const { session, view } = open();
    await session.addFiles(['/a.jsonl', '/b.jsonl']);
    const { runs, summary, problems, busy } = view();
    deepEqual(
      runs.map(({ id, key, saved }) => [id, key, saved]),
      [
        ['stuck', 1, 12],
        ['doubtful', 2, 0],
        ['clean', 0, 0],
      ],
    );
    deepEqual(summary, { runs: 3, steps: 43, stuck: 1, suspect: 1, saved: 12 });
    deepEqual(problems, [problem]);
    equal(busy, false);
  });

  it('looks at every run again under other limits, without reading a file again', async () => {
    const { session, view, read } = open();
    await session.addFiles(['/a.jsonl']);
    await session.setLimits({ ...usual, repeatedCalls: 4 });
    deepEqual(view().runs[0]?.fires, [{ detector: 'repeated call', level: 'stuck', step: 20 }]);
    equal(view().limits.repeatedCalls, 4);
    equal(view().usualLimits.repeatedCalls, usual.repeatedCalls);
    deepEqual(read, ['/a.jsonl']);
  });

  it('lets the newest limits win, whatever was still under way', async () => {
    const { session, view } = open();
    const reading = session.addFiles(['/a.jsonl', '/b.jsonl']);
    const all = [4, 2, 100, 4].map((repeatedCalls) =>
      session.setLimits({ ...usual, repeatedCalls }),
    );
    await Promise.all([reading, ...all]);
    equal(view().runs[0]?.fires[0]?.step, 20);
    equal(view().busy, false);
  });

  it('reads runs that there was no room for from their files again, each file once', async () => {
    const { session, view, read } = open(files, 1);
    await session.addFiles(['/a.jsonl', '/b.jsonl']);
    await session.setLimits({ ...usual, repeatedCalls: 4 });
    deepEqual(view().summary, { runs: 3, steps: 43, stuck: 1, suspect: 0, saved: 9 });
    deepEqual(read, ['/a.jsonl', '/b.jsonl', '/a.jsonl', '/b.jsonl']);
    const found = await session.open(1);
    equal(found?.run.id, 'stuck');
  });

  it('keeps runs in memory only as long as there is room for all of them', async () => {
    const alike = ['a', 'b', 'c'].map((id) => recordedRun(id, 10));
    const { session, read } = open({ '/x': items(...alike) }, 3_000);
    await session.addFiles(['/x']);
    await session.open(0);
    deepEqual(read, ['/x']);
    await session.open(2);
    deepEqual(read, ['/x', '/x']);
  });

  it('lets no detector look at what newer limits have overtaken, nor twice under the same ones', async () => {
    const { session, looked } = open();
    await session.addFiles(['/a.jsonl']);
    await session.open(1);
    deepEqual(looked, ['clean', 'stuck']);
    const passes = [4, 5, 6].map((repeatedCalls) => session.setLimits({ ...usual, repeatedCalls }));
    await Promise.all(passes);
    await session.open(1);
    deepEqual(looked, ['clean', 'stuck', 'clean', 'stuck']);
  });

  it('reads no file for limits that newer ones have overtaken', async () => {
    const { session, read } = open(files, 1);
    await session.addFiles(['/a.jsonl']);
    const passes = [4, 5, 6].map((repeatedCalls) => session.setLimits({ ...usual, repeatedCalls }));
    await Promise.all(passes);
    deepEqual(read, ['/a.jsonl', '/a.jsonl']);
  });

  it('says so when the file of such a run has changed', async () => {
    const recordings = { ...files };
    const { session } = open(recordings, 1);
    await session.addFiles(['/b.jsonl']);
    const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
      Promise.resolve(undefined),
    );
    recordings['/b.jsonl'] = [];
    const gone = await handlers.timeline({ run: 0 });
    ok(!gone.ok);
    match(gone.message, /its file has changed/);
  });

  it('hands out the steps of a run without their texts, and texts by the piece', async () => {
    const { session } = open();
    await session.addFiles(['/a.jsonl']);
    const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
      Promise.resolve(undefined),
    );
    const timeline = await handlers.timeline({ run: 1 });
    ok(timeline.ok);
    equal(timeline.result.levels, `${' '.repeat(14)}?  !  !${' '.repeat(9)}`);
    deepEqual(
      timeline.result.groups.flatMap((group, index) => (group < 0 ? [] : [index])),
      [11, 14, 17, 20],
    );
    const texts = await handlers.texts({ run: 1, from: 28, count: 100 });
    ok(texts.ok);
    deepEqual(
      texts.result.map(({ number }) => number),
      [28, 29],
    );
    const [shown] = texts.result;
    deepEqual(Object.keys(shown ?? {}), ['number', 'tool', 'call', 'result', 'words']);
  });

  it('cuts the texts of an opened step and says how long they are', async () => {
    const long: RecordedRun = {
      id: 'long',
      file: '/long.jsonl',
      steps: [step(0, { result: 'x'.repeat(1_000_000), error: true })],
    };
    const { session } = open({ '/long.jsonl': items(long) });
    await session.addFiles(['/long.jsonl']);
    const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
      Promise.resolve(undefined),
    );
    const found = await handlers.step({ run: 0, index: 0 });
    ok(found.ok);
    const { result, error } = found.result;
    deepEqual([result.text.length, result.left, error], [20_000, 980_000, true]);
    equal((await handlers.step({ run: 0, index: 1 })).ok, false);
  });

  it('shows no secret of a step, wherever its texts are cut', async () => {
    const key = 'sk-ant-api03-q8Zt5Lk2Wm9Rb4';
    const said: RecordedRun = {
      id: 'said',
      file: '/said.jsonl',
      steps: [
        step(0, {
          tool: key,
          args: JSON.stringify({ command: `curl -H 'x-api-key: ${key}'` }),
          result: `${'x'.repeat(19_990)} ${key} and more`,
          thought: `The key is ${key}.`,
        }),
      ],
    };
    const { session } = open({ '/said.jsonl': items(said) });
    await session.addFiles(['/said.jsonl']);
    const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
      Promise.resolve(undefined),
    );
    const found = await handlers.step({ run: 0, index: 0 });
    ok(found.ok);
    const shown = JSON.stringify(found.result);
    ok(!shown.includes('q8Z') && !shown.includes('sk-ant'), shown);
    match(found.result.thought.text, /^The key is sk-\*\*\*/);
  });

  it('bounds what it sends: the list of runs, problems, findings', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => recordedRun(`run-${index}`, 3));
    const bad = Array.from({ length: 300 }, (): RecordingItem => ({ kind: 'problem', problem }));
    const always = recordedRun(
      'always',
      900,
      Array.from({ length: 900 }, (_, index) => index),
    );
    const { session, view, told } = open({ '/x': [...items(...many, always), ...bad] });
    await session.addFiles(['/x']);
    const { runs, summary, problems, problemCount } = view();
    deepEqual(
      [runs.length, summary.runs, problems.length, problemCount, runs[0]?.id],
      [1_000, 1_501, 200, 300, 'always'],
    );
    ok(told() < 40, `told ${told()} times`);
    const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
      Promise.resolve(undefined),
    );
    const timeline = await handlers.timeline({ run: 1_500 });
    ok(timeline.ok);
    deepEqual([timeline.result.fires.length, timeline.result.fireCount], [500, 899]);
  });

  it('stops when the page is closed', async () => {
    const { session, view, told } = open();
    const reading = session.addFiles(['/a.jsonl', '/b.jsonl']);
    const before = told();
    session.dispose();
    await reading;
    equal(view().summary.runs, 0);
    equal(told(), before);
  });

  it('stops a reading that gives nothing yet when the page is closed', async () => {
    let stopped = false;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const session = new ReplaySession({
      replaying: {
        ...fakeReplaying({}),
        recordings: async function* (_path, signal) {
          const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
          begin();
          await aborted;
          stopped = true;
          yield* items();
        },
      },
      usualLimits: usual,
      onChange: () => undefined,
      pause: () => Promise.resolve(),
    });
    const reading = session.addFiles(['/endless', '/never']);
    await begun;
    session.dispose();
    await reading;
    ok(stopped);
    equal(session.snapshot().view.files, 1);
  });

  it('sends what a run was asked for as one short line without secrets, where that is told', async () => {
    const key = 'sk-ant-api03-q8Zt5Lk2Wm9Rb4';
    const run = {
      ...stuck,
      asked: `Fix\nthe rounding ${'x'.repeat(80)} ${key}${' more'.repeat(999)}`,
    };
    const { session, view } = open({ '/a.jsonl': items(run, recordedRun('clean', 5)) });
    await session.addFiles(['/a.jsonl']);
    const [first, second] = view().runs;
    match(first?.asked ?? '', /^Fix the rounding x{80} .*…$/);
    ok((first?.asked ?? '').length <= 120 && !first?.asked?.includes('q8Z'), first?.asked);
    equal(second && 'asked' in second, false);
  });

  it('sends the beginning of an id that is very long', async () => {
    const { session, view } = open({ '/x': items(recordedRun('i'.repeat(5_000_000), 2)) });
    await session.addFiles(['/x']);
    equal(view().runs[0]?.id.length, 500);
  });

  it('reads the files that the human chooses in the page, and none when they choose none', async () => {
    const { session, view } = open();
    let chosen: readonly string[] | undefined = ['/b.jsonl'];
    const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
      Promise.resolve(chosen),
    );
    equal((await handlers.addFiles({})).ok, true);
    chosen = undefined;
    equal((await handlers.addFiles({})).ok, true);
    deepEqual(
      view().runs.map(({ id }) => id),
      ['doubtful'],
    );
  });
});
