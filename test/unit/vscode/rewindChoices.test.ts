import { deepEqual, equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { AS_PROPOSED, type RewindPreview } from '../../../src/model/workspace/rewindRecord';
import {
  toRewindChoice,
  MAX_LINES,
  describeNothingToDo,
  rewindEntries,
  rewindFiles,
  rewindQuestion,
} from '../../../src/vscode/prompts/rewindChoices';
import { anyCodePoint } from '../../support/anyCodePoint';

const preview: RewindPreview = {
  kind: 'rewind',
  taskId: 'fix-rounding',
  toTurn: 0,
  steps: [
    { path: 'new.ts', action: 'delete', turns: [2] },
    { path: 'src/a.ts', action: 'restore', turns: [1, 3] },
  ],
  kept: [
    {
      path: 'mine.ts',
      why: { kind: 'editedSince', others: [] },
      selectable: true,
      action: 'restore',
      turns: [1],
    },
    { path: '.env', why: { kind: 'ignored' }, selectable: false, turns: [1] },
  ],
};
const nobody = (): boolean => false;

describe('the list of what a rewind changes', () => {
  it('has every step chosen and every kept file that can be chosen not chosen', () => {
    const lines = rewindEntries(preview, nobody).map(({ heading, picked, label, detail }) => [
      heading,
      picked,
      label,
      detail,
    ]);
    deepEqual(lines, [
      ['Proposed', true, 'Delete new.ts', 'Written in turn 2.'],
      [undefined, true, 'Restore src/a.ts', 'Changed in turns 1 and 3.'],
      ['Kept unless you select them', false, 'Restore mine.ts', 'You edited it since.'],
    ]);
  });

  it('does not propose a file with unsaved changes in the editor, and says why', () => {
    const entries = rewindEntries(preview, (path) => path === 'src/a.ts');
    const found = entries.find(({ label }) => label === 'Restore src/a.ts');
    deepEqual(
      [found?.picked, found?.detail],
      [false, 'Changed in turns 1 and 3. The file has unsaved changes in the editor.'],
    );
  });

  it('says in its title and button how many files are chosen', () => {
    const [gone, changed] = rewindEntries(preview, nobody).map(({ value }) => value);
    const { title, accept } = rewindQuestion(preview);
    equal(title([gone!, changed!]), 'Rewind 2 files · fix-rounding to before its first turn');
    equal(accept([changed!]), 'Rewind 1 file');
    equal(accept([]), 'Rewind no file');
    match(rewindQuestion(preview).nothingChosen ?? '', /^No file is selected: .* · fix-rounding/);
    equal(accept([{ kind: 'step', paths: ['a', 'b', 'c'] }]), 'Rewind 3 files');
    equal(
      rewindQuestion({ ...preview, kind: 'redo' }).title([gone!]),
      'Redo 1 file · fix-rounding',
    );
  });

  it('says at its head how much, what the agent did to the repository, and what stays', () => {
    const repository = { commits: 2, stashed: 0 };
    const { placeHolder } = rewindQuestion({ ...preview, repository }, { left: 112 });
    match(placeHolder, /^1 file restored, 1 deleted, 2 kept\. The diff leaves out 112 files\. /);
    match(placeHolder, /The agent made 2 commits; they stay/);
    match(placeHolder, /\.env stays: it is or was ignored/);
  });

  it('names only a few of the files that cannot be chosen', () => {
    const fixed = preview.kept.slice(1);
    const kept = Array.from({ length: 9 }, (_, index) => ({ ...fixed[0]!, path: `${index}.env` }));
    match(rewindQuestion({ ...preview, kept }).placeHolder, /2\.env stays: .*\. 6 more stay\./);
  });

  it('knows what would be done to each file that can be chosen', () => {
    const entries = rewindEntries(preview, nobody).map(({ value }) => value);
    deepEqual(rewindFiles(preview, entries), [
      { path: 'new.ts', action: 'delete' },
      { path: 'src/a.ts', action: 'restore' },
      { path: 'mine.ts', action: 'restore' },
    ]);
  });

  it('leads back to exactly what was chosen', () => {
    const entries = rewindEntries(preview, nobody);
    const chosen = (...labels: readonly string[]) =>
      toRewindChoice(
        preview,
        entries.filter(({ label }) => labels.includes(label)).map(({ value }) => value),
      );
    deepEqual(chosen('Delete new.ts', 'Restore src/a.ts'), AS_PROPOSED);
    deepEqual(chosen('Restore src/a.ts', 'Restore mine.ts'), {
      also: ['mine.ts'],
      except: ['new.ts'],
    });
    deepEqual(chosen('Restore mine.ts'), { also: ['mine.ts'], except: ['new.ts', 'src/a.ts'] });
  });

  it('has one line for all files beyond a thousand, which stands for each of them', () => {
    const steps = Array.from({ length: MAX_LINES + 7 }, (_, index) => ({
      path: `${index}.ts`,
      action: 'restore' as const,
      turns: [1],
    }));
    const many = { ...preview, steps, kept: [] };
    const entries = rewindEntries(many, nobody);
    deepEqual([entries.length, entries.at(-1)?.label], [MAX_LINES + 1, '7 more files']);
    const values = entries.map(({ value }) => value);
    deepEqual(toRewindChoice(many, values), AS_PROPOSED);
    equal(toRewindChoice(many, values.slice(0, -1)).except.length, 7);
  });

  it('shows each file with unsaved changes, however many there are: no other line stands for it', () => {
    const paths = Array.from({ length: MAX_LINES + 7 }, (_, index) => `${index}.ts`);
    const unsaved = [`${MAX_LINES - 1}.ts`, `${MAX_LINES + 3}.ts`];
    const steps = paths.map((path) => ({ path, action: 'restore' as const, turns: [1] }));
    const why = { kind: 'editedSince', others: [] } as const;
    const kept = steps.map((step) => ({ ...step, why, selectable: true }));
    for (const many of [
      { ...preview, steps, kept: [] },
      { ...preview, steps: [], kept },
    ]) {
      const entries = rewindEntries(many, (path) => unsaved.includes(path));
      deepEqual(
        entries.slice(MAX_LINES).map(({ label }) => label),
        [`Restore ${MAX_LINES + 3}.ts`, '6 more files'],
      );
      const marked = entries.filter(({ detail }) => detail?.includes('unsaved'));
      deepEqual(
        marked.map(({ label, picked }) => [label, picked]),
        unsaved.map((path) => [`Restore ${path}`, false]),
      );
      const others = entries.filter((entry) => !marked.includes(entry));
      const chosen = toRewindChoice(
        many,
        others.map(({ value }) => value),
      );
      const saved = paths.filter((path) => !unsaved.includes(path));
      const isKept = many.kept.length > 0;
      deepEqual(chosen, isKept ? { also: saved, except: [] } : { also: [], except: unsaved });
    }
  });

  it('shows hostile paths harmlessly and leads back to them as they are', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: anyCodePoint, minLength: 1 }), { minLength: 1 }),
        (paths) => {
          const steps = paths.map((path) => ({ path, action: 'restore' as const, turns: [1] }));
          const hostile = { ...preview, steps, kept: [] };
          const entries = rewindEntries(hostile, nobody);
          for (const { label } of entries) ok(!/[\n\r\u202e]|\$\(/.test(label), label);
          const values = entries.slice(1).map(({ value }) => value);
          deepEqual(toRewindChoice(hostile, values).except, [paths[0]]);
        },
      ),
    );
  });

  it('is replaced by the reason where there is nothing to choose', () => {
    equal(describeNothingToDo({ ...preview, steps: [], kept: [] }), 'There is nothing to rewind.');
    match(
      describeNothingToDo({ ...preview, kind: 'redo', steps: [], kept: preview.kept.slice(1) }),
      /^There is nothing to redo\. \.env stays: it is/,
    );
  });
});
