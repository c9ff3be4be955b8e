import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { lookAt, SetupScene } from '../../integration/worktrees/setupScene';
import { COUNTS } from '../../support/scale';

const name = fc.constantFrom('a', 'b', 'A', 'ü', 'x y', '-n', 'new\nline', '.hidden', '"', '*');
const below = fc.array(name, { minLength: 1, maxLength: 3 });
/** `node_modules` is ignored as a whole, of `src` only what ends in `.log`. */
const path = fc.oneof(
  below.map((names) => join('node_modules', ...names)),
  below.map((names) => `${join('src', ...names)}.log`),
  below.map((names) => `${join('made', ...names)}.log`),
);
/** Bytes, or how many of a large file. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.integer({ min: 250_000, max: 600_000 }),
);
const mode = fc.constantFrom(0o444, 0o600, 0o644, 0o755, 0o777);
const time = fc.integer({ min: 1, max: 2_000_000_000 });
const made = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('file' as const), content, mode, time }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      target: fc.constantFrom('a', './b/../a', '/usr', 'nowhere', '.'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('folder' as const),
      mode: fc.constantFrom(0o555, 0o700, 0o755),
    }),
  },
);
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;

function bytesOf(content: Uint8Array | number): Uint8Array {
  return typeof content === 'number' ? Buffer.alloc(content, 'large\n') : content;
}

/** Makes what fits: nothing below a file or a link that leads nowhere, nothing twice. */
function make(root: string, all: readonly (readonly [string, Made])[]): void {
  const folders: (readonly [string, number])[] = [];
  for (const [each, what] of all) {
    const absolute = join(root, each);
    try {
      mkdirSync(dirname(absolute), { recursive: true });
      if (what.kind === 'link') symlinkSync(what.target, absolute);
      else if (what.kind === 'file') {
        writeFileSync(absolute, bytesOf(what.content), { flag: 'wx' });
        chmodSync(absolute, what.mode);
        utimesSync(absolute, what.time, what.time);
      } else if (!each.endsWith('.log')) {
        mkdirSync(absolute);
        folders.push([absolute, what.mode]);
      }
    } catch (error) {
      assert.match(String(error), /EEXIST|ENOENT|ENOTDIR/);
    }
  }
  for (const [folder, bits] of folders) chmodSync(folder, bits);
}

describe('the result of any setup', () => {
  it('is in another worktree what it was after the setup', async () => {
    const scene = new SetupScene();
    let trees = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(path, made), { maxLength: 12 }), async (all) => {
          trees += 1;
          scene.scene.write('lock.json', `${trees}\n`);
          const first = await scene.setUp(`first-${trees}`, (_, worktree) =>
            make(worktree.directory, all),
          );
          assert.deepEqual([first.kind, first.said], ['ran', []]);
          const second = await scene.setUp(`second-${trees}`, () => assert.fail('the setup ran'));
          assert.equal(second.kind, 'reused');
          const [left, right] = [first, second].map((each) =>
            withoutGitsTimes(lookAt(each.worktree.directory)),
          );
          assert.deepEqual(right, left);
          for (const { worktree } of [first, second])
            for (const folder of ['node_modules', 'src', 'made'])
              rmSync(join(worktree.directory, folder), { recursive: true, force: true });
        }),
        { numRuns: COUNTS.setupTrees },
      );
    } finally {
      scene.scene.remove();
    }
  });
});

/** Without the times of what git checked out, and of the folders that lead to what the setup made. */
function withoutGitsTimes(all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const isMade = (each: string): boolean => /^node_modules\b|\.log$/.test(each);
  return Object.fromEntries(
    Object.entries(all).map(([each, what]) => [
      each,
      isMade(each) ? what : what.replace(/^(\w+ \d+) \d+/, '$1'),
    ]),
  );
}
