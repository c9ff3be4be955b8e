import type { AcceptedPass } from '../../model/baseline/acceptedPass';
import type { CheckpointState } from '../../model/workspace/checkpoint';
import type { Checkpoints } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import type { WorkspaceView } from '../../rules/doubt/verificationParts';
import { orStateError } from '../state/orStateError';

/** A recorded workspace whose files can be read. */
export type CheckpointView = WorkspaceView & {
  readonly id: string;
  readonly state: CheckpointState;
  /** As `Checkpoints.content`. */
  content(path: string): Promise<Uint8Array | undefined>;
};

/** What a path is compared with, where it is not the start: the checkpoint of an accepted pass. */
export type References = ReadonlyMap<string, string>;

export interface ComparedViews {
  /** The start, with what a human accepted since. */
  readonly start: CheckpointView;
  readonly now: CheckpointView;
  readonly references: References;
}

/** The workspace at the start of a task, with what was accepted since, and now; undefined if either is no longer kept. */
export async function readViews(
  checkpoints: Checkpoints,
  ids: { readonly start: string; readonly now: string },
  accepted: readonly AcceptedPass[] = [],
): Promise<ComparedViews | undefined> {
  const views = await orStateError(async () => {
    const start = await viewOf(checkpoints, ids.start);
    return { start, now: await viewOf(checkpoints, ids.now) };
  });
  if (views instanceof StateError) return undefined;
  let { start } = views;
  const references = new Map<string, string>();
  for (const { from, to } of accepted) {
    const pass = await orStateError(async () => ({
      before: await checkpoints.read(from),
      after: await viewOf(checkpoints, to),
    }));
    // No longer kept: what it changed is doubted again.
    if (pass instanceof StateError) continue;
    const changed = listDifferent(pass.before, pass.after.state);
    for (const path of changed) references.set(path, to);
    start = overlay(start, pass.after, new Set(changed));
  }
  return { start, now: views.now, references };
}

function listDifferent(before: CheckpointState, after: CheckpointState): readonly string[] {
  return [...new Set([...before.files.keys(), ...after.files.keys()])].filter(
    (path) => before.files.get(path)?.version !== after.files.get(path)?.version,
  );
}

/** `base` with some paths as in `other`. */
function overlay(
  base: CheckpointView,
  other: CheckpointView,
  paths: ReadonlySet<string>,
): CheckpointView {
  const files = new Map(base.state.files);
  for (const path of paths) {
    const entry = other.state.files.get(path);
    if (entry === undefined) files.delete(path);
    else files.set(path, entry);
  }
  return {
    id: base.id,
    state: { ...base.state, files },
    paths: new Set(files.keys()),
    read: (path) => (paths.has(path) ? other.read(path) : base.read(path)),
    content: (path) => (paths.has(path) ? other.content(path) : base.content(path)),
  };
}

/** Bytes of a file that are read as a part of the verification. */
const MAX_BYTES = 1024 * 1024;

async function viewOf(checkpoints: Checkpoints, id: string): Promise<CheckpointView> {
  const state = await checkpoints.read(id);
  return {
    id,
    state,
    paths: new Set(state.files.keys()),
    content: (path) => checkpoints.content(id, path),
    read: async (path) => {
      const entry = state.files.get(path);
      if (entry?.stored !== true || entry.size > MAX_BYTES) return entry?.version;
      const content = await checkpoints.content(id, path);
      return content && Buffer.from(content).toString('utf8');
    },
  };
}
