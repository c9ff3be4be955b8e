import fc from 'fast-check';
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkpointScene } from './checkpointScene';

/** One file of a random workspace. */
type Node =
  | { readonly kind: 'file'; readonly content: string; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string };

const name = fc.constantFrom('a', 'b', 'ü', 'new\nline', '-x', 'a.b', 'caf\u00e9', "q'");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const node: fc.Arbitrary<Node> = fc.oneof(
  fc.record({
    kind: fc.constant('file' as const),
    content: fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.constantFrom('', 'same', 'x'.repeat(5_000)),
    ),
    mode: fc.constantFrom(0o644, 0o755, 0o600),
  }),
  fc.record({
    kind: fc.constant('link' as const),
    target: fc.constantFrom('a', '../b', '/x', 'ü'),
  }),
);
const workspace = fc.array(fc.tuple(path, node), { maxLength: 12 });

/** Makes the folder hold these and nothing else; of two that cannot both be there the first is. */
function build(folder: string, files: readonly (readonly [string, Node])[]): Map<string, Node> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const made = new Map<string, Node>();
  for (const [file, each] of files) {
    const absolute = join(folder, file);
    try {
      mkdirSync(dirname(absolute), { recursive: true });
      if (realpathSync(dirname(absolute)) !== dirname(absolute)) continue;
      if (each.kind === 'link') symlinkSync(each.target, absolute);
      else writeFileSync(absolute, each.content, { flag: 'wx' });
      if (each.kind === 'file') chmodSync(absolute, each.mode);
      made.set(file, { ...each });
    } catch {
      // Something that cannot be a folder stands in its way, or it is there already.
    }
  }
  return made;
}

describe('any sequence of workspaces', () => {
  it('records and reads back identical, whatever was pruned in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(workspace, fc.boolean()), { minLength: 1, maxLength: 5 }),
        async (states) => {
          const scene = checkpointScene();
          scene.folder.environment['PATH'] = '';
          try {
            const expected = new Map<string, Map<string, Node>>();
            for (const [files, prune] of states) {
              const made = build(scene.folder.path, files);
              const { id } = await scene.checkpoints.record();
              expected.set(id, made);
              if (prune) {
                await scene.checkpoints.prune(new Set([id]), { dryRun: false });
                for (const other of expected.keys()) if (other !== id) expected.delete(other);
              }
            }
            const reader = scene.another();
            for (const [id, made] of expected) {
              const { files } = await reader.read(id);
              const found = new Map<string, Node>();
              for (const [file, { version }] of files) {
                const text = Buffer.from((await reader.content(id, file))!).toString();
                const mode = Number.parseInt(version.split(':')[1] ?? '', 8);
                if (version.startsWith('link:')) found.set(file, { kind: 'link', target: text });
                else found.set(file, { kind: 'file', content: text, mode });
              }
              assert.deepEqual(found, made);
            }
          } finally {
            scene.folder.remove();
          }
        },
      ),
      { numRuns: 30 },
    );
  }).timeout(60_000);
});
