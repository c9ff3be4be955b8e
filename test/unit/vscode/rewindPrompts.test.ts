import { deepEqual, equal, match } from 'node:assert/strict';
import type { PreviewAnswer } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import type { Span } from '../../../src/app/api/requests';
import type { TaskOverview } from '../../../src/model/overview/overview';
import type { RewindPreview } from '../../../src/model/workspace/rewindRecord';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { RewindPrompts } from '../../../src/vscode/prompts/rewindPrompts';
import type { TaskInFolder } from '../../../src/vscode/folders/taskInFolder';
import type { ActionAnswer } from '../../../src/vscode/notifications/showAnswer';
import type { Answer } from '../../../src/ports/answer';
import { mark, overview, task } from './overviews';
import { ScriptedInput } from './scriptedInput';

const turns = [mark(1, { reason: 'baseline' }), mark(2, { outcome: 'progress' }), mark(3)];
const step = { path: 'a.ts', action: 'restore', turns: [2] } as const;
const kept = {
  path: 'mine.ts',
  why: { kind: 'editedSince', others: [] },
  selectable: true,
  action: 'restore',
  turns: [2],
} as const;
const proposed: RewindPreview = {
  kind: 'rewind',
  taskId: 'a',
  toTurn: 0,
  steps: [step],
  kept: [kept],
};

describe('going back', () => {
  let picks: ScriptedInput;
  let calls: unknown[][];
  let previewed: PreviewAnswer;
  let carriedOut: Answer;
  let unsaved: readonly string[];
  let looks: unknown[][];
  let warnings: string[];
  /** Files that the diff shows; undefined for all. */
  let shown: number | undefined;
  let broken: Error | undefined;

  const note = <T>(result: () => T, ...call: unknown[]): Promise<T> => {
    calls.push(call);
    return Promise.resolve(result());
  };
  const prompts = (): RewindPrompts =>
    new RewindPrompts({
      input: picks,
      actions: {
        rewind: (_folder, id, options) => note(() => carriedOut, 'rewind', id, options),
        redo: (_folder, id, choice) => note(() => carriedOut, 'redo', id, choice),
      },
      showChanges: (_folder, id, span: Span) => note(() => carriedOut, 'show', id, span),
      createDiff: (_folder, { title, side, checkpoint }) => ({
        open: (files) => {
          looks.push(['open', title, side, checkpoint, ...files.map(({ path }) => path)]);
          return broken === undefined
            ? Promise.resolve(shown ?? files.length)
            : Promise.reject(broken);
        },
        openFile: ({ path, action }) => {
          looks.push(['file', path, action]);
          return broken === undefined ? Promise.resolve() : Promise.reject(broken);
        },
        close: () => {
          looks.push(['close', calls.at(-1)?.[0]]);
          return Promise.resolve();
        },
      }),
      warn: (message) => warnings.push(message),
      isUnsaved: (_folder, path) => unsaved.includes(path),
    });
  const tasks = (change: Partial<TaskOverview> = {}): readonly TaskInFolder[] => {
    const found = task('a', { turns, turnCount: 3, ...change });
    const app = {
      previewRewind: (id, options) => note(() => previewed, 'preview', id, options),
      previewRedo: (id) => note(() => previewed, 'previewRedo', id),
    } as Partial<App>;
    const folder = { app, overview: overview({ tasks: [found] }) } as unknown as FolderApp;
    return [{ folder, task: found }];
  };
  const press = (answer: ActionAnswer | undefined, label: string) =>
    answer?.followUps?.find((each) => each.label === label)?.act();

  beforeEach(() => {
    picks = new ScriptedInput();
    calls = [];
    previewed = { ok: true, checkpoint: 'c0', preview: proposed };
    carriedOut = { ok: true, message: 'Rewound a.' };
    unsaved = [];
    looks = [];
    warnings = [];
    shown = undefined;
    broken = undefined;
  });

  it('asks where to, before the first turn first, then the newest, with how each turn went', async () => {
    picks.answers = [undefined];
    equal(await prompts().rewind(tasks(), undefined), undefined);
    deepEqual(picks.shown[0]?.lines, [
      'Before the first turn | undoes all turns of this task',
      'After turn 2 | progress',
      'After turn 1 | no progress | baseline',
    ]);
    deepEqual(calls, []);
  });

  it('does not ask where the turn is given, nor where there is no choice', async () => {
    await prompts().rewind(tasks(), 2);
    await prompts().rewind(tasks({ turns: [mark(1)] }), undefined);
    deepEqual(
      calls.filter(([what]) => what === 'preview'),
      [
        ['preview', 'a', { toTurn: 2 }],
        ['preview', 'a', {}],
      ],
    );
  });

  it('carries out what was proposed when it is just accepted', async () => {
    const answer = await prompts().rewind(tasks(), 0);
    const choice = { also: [], except: [], confirmed: ['a.ts'] };
    deepEqual(calls.at(-1), ['rewind', 'a', { toTurn: 0, choice }]);
    equal(answer?.message, 'Rewound a.');
  });

  it('carries out exactly what was chosen', async () => {
    picks.answers = [['Restore mine.ts']];
    await prompts().rewind(tasks(), 1);
    const choice = { also: ['mine.ts'], except: ['a.ts'], confirmed: ['mine.ts'] };
    deepEqual(calls.at(-1), ['rewind', 'a', { toTurn: 1, choice }]);
  });

  it('leaves a file with unsaved changes as it is, unless it is chosen', async () => {
    unsaved = ['a.ts'];
    match((await prompts().rewind(tasks(), 0))?.message ?? '', /No file was selected/);
    deepEqual(
      calls.map(([what]) => what),
      ['preview'],
    );
  });

  it('changes nothing when the list is closed', async () => {
    picks.answers = [undefined];
    equal(await prompts().rewind(tasks(), 0), undefined);
    deepEqual(
      calls.map(([what]) => what),
      ['preview'],
    );
  });

  it('says so where there is nothing to do, without a list', async () => {
    previewed = { ok: true, checkpoint: 'c0', preview: { ...proposed, steps: [], kept: [] } };
    const answer = await prompts().rewind(tasks(), 0);
    match(answer?.message ?? '', /^There is nothing to rewind\.$/);
    deepEqual(picks.shown, []);
  });

  it('shows refusals as they come, of the preview and of the rewind', async () => {
    carriedOut = { ok: false, message: 'An agent is at work.' };
    deepEqual(await prompts().rewind(tasks(), 0), carriedOut);
    previewed = { ok: false, message: 'A run goes on: pause it first.' };
    deepEqual(await prompts().rewind(tasks(), 0), previewed);
  });

  it('offers Redo, which asks again, and the changes since the newest turn', async () => {
    const answer = await prompts().rewind(tasks(), 1);
    await press(answer, 'Show Changes');
    deepEqual(calls.at(-1), ['show', 'a', { from: 3, to: 'now' }]);
    previewed = { ok: true, checkpoint: 'c0', preview: { ...proposed, kind: 'redo' } };
    picks.answers = [['Restore a.ts']];
    await press(answer, 'Redo');
    deepEqual(calls.at(-1), ['redo', 'a', { also: [], except: [], confirmed: ['a.ts'] }]);
    match(picks.shown.at(-1)?.title ?? '', /^Redo 1 file · a$/);
  });

  it('opens the diff of what it proposes before the list, and closes it with the list', async () => {
    await prompts().rewind(tasks(), 0);
    const title = 'Rewind a to before its first turn';
    deepEqual(looks, [
      ['open', title, 'after the rewind', 'c0', 'a.ts'],
      ['close', 'preview'],
    ]);
    equal(picks.shown[0]?.title, 'Rewind 1 file · a to before its first turn');
  });

  it('closes the diff when the list is closed', async () => {
    picks.answers = [undefined];
    await prompts().rewind(tasks(), 0);
    deepEqual(looks.at(-1), ['close', 'preview']);
  });

  it('opens the diff of one line, of a kept file too', async () => {
    picks.looksAt = ['Restore mine.ts'];
    await prompts().rewind(tasks(), 0);
    deepEqual(looks[1], ['file', 'mine.ts', 'restore']);
  });

  it('goes on and says so when no diff can be opened', async () => {
    broken = new Error('no editor');
    picks.looksAt = ['Restore a.ts'];
    equal((await prompts().rewind(tasks(), 0))?.message, 'Rewound a.');
    const told = 'The diff could not be opened, but you can still select files: no editor';
    deepEqual(warnings, [told, told]);
  });

  it('says how many files the diff leaves out', async () => {
    shown = 0;
    await prompts().rewind(tasks(), 0);
    match(picks.shown[0]?.placeHolder ?? '', /The diff leaves out 1 file\./);
  });

  it('undoes a rewind the same way', async () => {
    previewed = { ok: true, checkpoint: 'c0', preview: { ...proposed, kind: 'redo' } };
    picks.answers = [['Restore a.ts', 'Restore mine.ts']];
    const answer = await prompts().redo(tasks());
    deepEqual(calls, [
      ['previewRedo', 'a'],
      ['redo', 'a', { also: ['mine.ts'], except: [], confirmed: ['a.ts', 'mine.ts'] }],
    ]);
    deepEqual(
      answer?.followUps?.map(({ label }) => label),
      ['Show Changes'],
    );
  });
});
