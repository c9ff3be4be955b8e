import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { SpanAnswer } from '../../../src/app/api/answers';
import type { Span } from '../../../src/app/api/requests';
import { ChangePrompts } from '../../../src/vscode/prompts/changePrompts';
import {
  changeSides,
  describeChanges,
  MAX_FILES,
  rewindSides,
} from '../../../src/vscode/documents/changeSides';
import { addressParts, readAddress } from '../../../src/vscode/documents/checkpointAddress';
import { currentText } from '../../../src/vscode/documents/currentText';
import { contentText, NOT_STORED } from '../../../src/vscode/documents/contentText';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { mark, overview, task } from './overviews';
import { ScriptedInput } from './scriptedInput';

const folder = 'file:///shop';
const bytes = (...values: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.of(value))),
  );

describe('the address of a file in a checkpoint', () => {
  it('is read back as it was made, whatever the path is called', () => {
    for (const path of ['src/a.ts', 'a b?c#d%20.ts', '文/ü.md', ' x ', '...', 'a\\b', '"$(x)']) {
      const address = { folder, checkpoint: 'c1', path };
      for (const root of ['/shop', '/', '/c:/shop']) {
        deepEqual(readAddress(addressParts(address, root)), address);
      }
    }
  });

  it('has the path of the file itself, so that no diff looks like a renamed file', () => {
    const address = { folder, checkpoint: 'c1', path: 'src/a.ts' };
    equal(addressParts(address, '/home/me/shop').path, '/home/me/shop/src/a.ts');
    equal(addressParts(address, '/').path, '/src/a.ts');
  });

  it('names nothing outside of the folder, and nothing that is no file', () => {
    for (const path of [
      '..',
      '../a',
      'a/../../b',
      './a',
      '/etc/passwd',
      'a//b',
      'a/',
      '',
      'a\0b',
      'a\\..\\b',
    ]) {
      const address = { folder, checkpoint: 'c1', path };
      equal(readAddress(addressParts(address, '/shop')), undefined, path);
    }
  });

  it('is refused where anything of it is missing, of another kind, or too much', () => {
    const path = '/a.ts';
    for (const query of [
      '',
      'x',
      '[]',
      '{}',
      '{"folder":"f","path":"a.ts"}',
      '{"folder":"f","checkpoint":"c"}',
      '{"folder":"f","checkpoint":5,"path":"a.ts"}',
      '{"folder":"f","checkpoint":"c","path":"a.ts","more":1}',
      '{"folder":"f","checkpoint":"c","path":"b.ts"}',
      JSON.stringify({ folder, checkpoint: 'c'.repeat(201), path: 'a.ts' }),
    ]) {
      equal(readAddress({ path, query }), undefined, query);
    }
    const query = '{"folder":"f","checkpoint":"c","path":"a.ts"}';
    equal(readAddress({ path: 'a.ts', query }), undefined);
    notEqual(readAddress({ path, query }), undefined);
  });

  it('is read without throwing, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.json(), (path, query) => {
        equal(readAddress({ path: `/${path}`, query }), undefined);
        const found = readAddress(addressParts({ folder, checkpoint: 'c1', path }, '/shop'));
        if (found !== undefined) equal(found.path.split('/').includes('..'), false);
      }),
    );
  });
});

describe('the content of a file in a checkpoint', () => {
  it('is its text, without a byte order mark', () => {
    equal(contentText(bytes('größe\r\n')), 'größe\r\n');
    equal(contentText(bytes(0xef, 0xbb, 0xbf, 'a')), 'a');
    equal(contentText(bytes()), '');
  });

  it('is told in words where it is no text, differently for different contents', () => {
    const [one, other] = [contentText(bytes('a', 0)), contentText(bytes('b', 0))];
    match(one, /^This file is not text: 2 bytes, SHA-256 [0-9a-f]{16}…\n$/);
    notEqual(one, other);
    match(contentText(bytes(0xff, 0xfe)), /^This file is not text/);
  });

  it('is told in words where it is missing or too large', () => {
    equal(contentText(undefined), NOT_STORED);
    match(contentText(Buffer.alloc(10_000_001, 'a')), /^This file is too large to be shown: 1000/);
  });
});

describe('the changes between two moments', () => {
  const answer = (change: object): Extract<SpanAnswer, { ok: true }> => ({
    ok: true,
    title: 'a: before its first turn ↔ now',
    from: 'c1',
    to: undefined,
    changes: [],
    ...change,
  });

  it('stand on the side where they exist; now is the file itself', () => {
    const changes = [
      { path: 'new', action: 'added' },
      { path: 'old', action: 'deleted' },
      { path: 'src/a', action: 'changed' },
    ];
    const sides = (to: string | undefined) =>
      changeSides(answer({ changes, to })).map(({ path, left, right }) => [
        path,
        'checkpoint' in left ? left.checkpoint : left.kind,
        'checkpoint' in right ? right.checkpoint : right.kind,
      ]);
    deepEqual(sides(undefined), [
      ['new', 'nothing', 'now'],
      ['old', 'c1', 'nothing'],
      ['src/a', 'c1', 'now'],
    ]);
    deepEqual(sides('c2').at(-1), ['src/a', 'c1', 'c2']);
  });

  it('leave out what points out of the folder', () => {
    const changes = [{ path: '../../etc/passwd', action: 'changed' }];
    deepEqual(changeSides(answer({ changes })), []);
  });

  it('are cut where they are too many, and that is told', () => {
    const changes = Array.from({ length: 400 }, (_, index) => ({
      path: `${index}.ts`,
      action: 'changed',
    }));
    equal(changeSides(answer({ changes })).length, MAX_FILES);
    const told = 'a: before its first turn ↔ now: 400 files differ; the first 300 are shown.';
    equal(describeChanges(answer({ changes }), MAX_FILES), told);
    equal(describeChanges(answer({}), 0), 'Nothing differs: a: before its first turn ↔ now.');
  });
});

describe('the files of a rewind', () => {
  const of = (path: string, action: 'restore' | 'recreate' | 'delete') => ({ path, action });
  const moments = { now: 'now:1', checkpoint: 'c1' };

  it('stand now on the left and after it on the right, where they exist', () => {
    const files = [of('a', 'restore'), of('gone', 'recreate'), of('new', 'delete')];
    const sides = rewindSides(files, moments).map(({ path, left, right }) => [
      path,
      'checkpoint' in left ? left.checkpoint : left.kind,
      'checkpoint' in right ? right.checkpoint : right.kind,
    ]);
    deepEqual(sides, [
      ['a', 'now:1', 'c1'],
      ['gone', 'nothing', 'c1'],
      ['new', 'now:1', 'nothing'],
    ]);
  });

  it('are cut where they are too many, and leave out what points out of the folder', () => {
    const many = Array.from({ length: 412 }, (_, index) => of(`${index}.ts`, 'restore'));
    equal(rewindSides(many, moments).length, MAX_FILES);
    deepEqual(rewindSides([of('../x', 'delete')], moments), []);
  });
});

describe('a file as it is now', () => {
  let root: string;
  const write = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(root, 'shop', name), content);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'devs-now-'));
    mkdirSync(join(root, 'shop'));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const now = (path: string): Promise<string> => currentText(join(root, 'shop'), path);

  it('is its text, whatever it is called', async () => {
    for (const name of ['a b.txt', 'größe-🙂.txt', 'שלום.txt', '#%3F?.txt']) {
      write(name, name);
      equal(await now(name), name);
    }
  });

  it('is described where it is binary, too large, gone or no file', async () => {
    write('image.png', bytes('a', 0));
    write('huge.log', Buffer.alloc(10_000_001, 'a'));
    mkdirSync(join(root, 'shop', 'src'));
    match(await now('image.png'), /^This file is not text: 2 bytes/);
    equal(await now('huge.log'), 'This file is too large to be shown: 10000001 bytes\n');
    match(await now('gone.txt'), /^This file cannot be read: ENOENT/);
    equal(await now('src'), 'This is not a file.\n');
  });

  it('is the text of a link, which is not followed', async () => {
    writeFileSync(join(root, 'secret'), 'secret');
    symlinkSync('../secret', join(root, 'shop', 'link'));
    symlinkSync('..', join(root, 'shop', 'up'));
    equal(await now('link'), '../secret');
    equal(
      await now('up/secret'),
      'This file is not shown: a link in its path leads out of the workspace.\n',
    );
  });
});

describe('asking for changes', () => {
  const turns = [mark(1, { outcome: 'progress' }), mark(2), mark(3, { checkpoint: false })];
  const found = task('a', { turns, turnCount: 3 });
  const tasks = [
    { folder: { overview: overview({ tasks: [found] }) } as unknown as FolderApp, task: found },
  ];
  let picks: ScriptedInput;
  let shown: Span[];
  const ask = (given?: Span) =>
    new ChangePrompts(picks, (_folder, _id, span) => {
      shown.push(span);
      return Promise.resolve({ ok: true, message: '' });
    }).showChanges(tasks, given);

  beforeEach(() => {
    picks = new ScriptedInput();
    shown = [];
  });

  it('offers all since the start, then each recorded turn, newest first, then any two moments', async () => {
    picks.answers = [['What turn 2 changed']];
    await ask();
    deepEqual(picks.shown[0]?.lines, [
      'Since the start | from before the first turn until now',
      'What turn 2 changed | no progress',
      'What turn 1 changed | progress',
      'Between two moments…',
    ]);
    deepEqual(shown, [{ from: 1, to: 2 }]);
  });

  it('asks for two moments, the second after the first', async () => {
    picks.answers = [['Between two moments…'], ['After turn 1'], ['The workspace as it is now']];
    await ask();
    deepEqual(picks.shown[1]?.lines.length, 3);
    deepEqual(picks.shown[2]?.lines, ['The workspace as it is now', 'After turn 2 | no progress']);
    deepEqual(shown, [{ from: 1, to: 'now' }]);
  });

  it('asks nothing where both are given, and shows nothing when a list is closed', async () => {
    await ask({ from: 0, to: 'now' });
    picks.answers = [['Between two moments…'], undefined];
    await ask();
    deepEqual(shown, [{ from: 0, to: 'now' }]);
  });
});
