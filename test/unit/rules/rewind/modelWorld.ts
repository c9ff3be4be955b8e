import assert from 'node:assert/strict';
import {
  isUnknownIn,
  type CheckpointEntry,
  type CheckpointState,
  type RepositoryChange,
} from '../../../../src/model/workspace/checkpoint';
import {
  AS_PROPOSED,
  type RewindChoice,
  type RewindPreview,
  type RewindRecord,
} from '../../../../src/model/workspace/rewindRecord';
import { planRedo } from '../../../../src/rules/rewind/planRedo';
import { planRewind } from '../../../../src/rules/rewind/planRewind';
import type { WorkspaceChange } from '../../../../src/rules/rewind/workspaceChange';

/** The task whose rewinds are planned. */
export const TASK = 'login';
/** Contents larger than this are not stored. */
export const LIMIT = 900;

/** Path → what to write there; null removes it. */
export type Edit = Readonly<Record<string, CheckpointEntry | string | null>>;

interface Carried {
  readonly record: RewindRecord;
  readonly rescue: CheckpointState;
  readonly left: CheckpointState;
  /** How many changes were recorded when it was done, it included. */
  readonly at: number;
  undone: boolean;
}

/** A plain file of this text. */
export function file(text: string, mode = '644', size = text.length): CheckpointEntry {
  return { version: `file:${mode}:${text}`, size, stored: size <= LIMIT };
}

export function link(to: string): CheckpointEntry {
  return { version: `link:${to}`, size: to.length, stored: true };
}

/** A workspace in memory with all that was recorded of it; `.gitignore` holds names and `folder/`s. */
export class ModelWorld {
  readonly files = new Map<string, CheckpointEntry>();
  readonly changes: WorkspaceChange[] = [];
  readonly repository: RepositoryChange[] = [];
  private readonly rewinds: Carried[] = [];
  private turns = 0;

  constructor(edit: Edit = {}) {
    this.write(edit);
  }

  /** You, between two turns. */
  write(edit: Edit): void {
    for (const [path, what] of Object.entries(edit)) this.put(path, what);
  }

  /** Files and folders give way as they would on a disk. */
  put(path: string, what: CheckpointEntry | string | null): void {
    this.files.delete(path);
    if (what === null) return;
    for (const other of [...this.files.keys()]) {
      if (path.startsWith(`${other}/`) || other.startsWith(`${path}/`)) this.files.delete(other);
    }
    this.files.set(path, typeof what === 'string' ? file(what) : what);
  }

  turn(edit: Edit | (() => void)): void {
    this.turns += 1;
    this.change({ by: { kind: 'own' }, number: this.turns }, edit);
  }

  turnOf(taskId: string, edit: Edit | (() => void)): void {
    this.change({ by: { kind: 'otherTask', taskId }, number: 1 }, edit);
  }

  /** A rewind of another task. */
  devs(edit: Edit | (() => void)): void {
    this.change({ by: { kind: 'devs' }, number: 0 }, edit);
  }

  /** What is seen of the world: `also` is looked at even where it is ignored. */
  look(also: ReadonlySet<string> = new Set()): CheckpointState {
    const rules = this.rules();
    const [files, unknown] = [new Map<string, CheckpointEntry>(), new Set<string>()];
    for (const [path, entry] of this.files) {
      const rule = rules.find(
        (each) => path === each || (each.endsWith('/') && path.startsWith(each)),
      );
      if (rule === undefined || also.has(path)) files.set(path, entry);
      else unknown.add(rule);
    }
    return { files, unknown };
  }

  rules(): readonly string[] {
    const text = this.files.get('.gitignore')?.version.slice('file:644:'.length) ?? '';
    return text.split(' ').filter((rule) => rule !== '');
  }

  /** Where a rewind to after this turn goes back to. */
  target(toTurn = 0): CheckpointState {
    const change = this.own(toTurn);
    return toTurn === 0 ? change.before : change.after;
  }

  preview(toTurn = 0, choice: RewindChoice = AS_PROPOSED): RewindPreview {
    const target = this.target(toTurn);
    const changes = this.changesSince(toTurn);
    const now = this.look(pathsOf(changes));
    return planRewind({
      taskId: TASK,
      toTurn,
      target,
      changes,
      now,
      repository: this.repository,
      choice,
    });
  }

  rewind(toTurn = 0, choice: RewindChoice = AS_PROPOSED): RewindPreview {
    const preview = this.preview(toTurn, choice);
    this.carryOut(preview, this.target(toTurn), this.look(pathsOf(this.changesSince(toTurn))));
    return preview;
  }

  previewRedo(choice: RewindChoice = AS_PROPOSED): RewindPreview {
    const { record, rescue, left, at } = this.newestRewind();
    const now = this.look(new Set(record.paths));
    return planRedo({ record, rescue, left, now, later: this.changes.slice(at), choice });
  }

  redo(choice: RewindChoice = AS_PROPOSED): RewindPreview {
    const preview = this.previewRedo(choice);
    const undone = this.newestRewind();
    this.carryOut(preview, undone.rescue, this.look(new Set(undone.record.paths)));
    undone.undone = true;
    return preview;
  }

  newestRewind(): Carried {
    return this.rewinds.findLast(({ undone }) => !undone)!;
  }

  canRedo(): boolean {
    return this.rewinds.some(({ undone }) => !undone);
  }

  wasRewound(): boolean {
    return this.rewinds.length > 0;
  }

  get turnCount(): number {
    return this.turns;
  }

  private changesSince(toTurn: number): readonly WorkspaceChange[] {
    return this.changes.slice(this.changes.indexOf(this.own(toTurn)) + Math.min(toTurn, 1));
  }

  private own(toTurn: number): WorkspaceChange {
    const number = Math.max(1, toTurn);
    return this.changes.find((each) => each.by.kind === 'own' && each.number === number)!;
  }

  private change(what: Pick<WorkspaceChange, 'by' | 'number'>, edit: Edit | (() => void)): void {
    const before = this.look();
    if (typeof edit === 'function') edit();
    else this.write(edit);
    this.changes.push({ ...what, before, after: this.look() });
  }

  private carryOut(
    { kind, taskId, toTurn, steps }: RewindPreview,
    to: CheckpointState,
    rescue: CheckpointState,
  ): void {
    const paths = steps.map(({ path }) => path);
    const files = new Map(rescue.files);
    for (const path of paths) {
      assert.ok(!isUnknownIn(to, path), `${path} is not known in the target`);
      this.files.delete(path);
      files.delete(path);
    }
    for (const path of paths) {
      const entry = to.files.get(path);
      if (entry === undefined) continue;
      assert.ok(entry.stored, `${path} is not stored`);
      this.files.set(path, entry);
      files.set(path, entry);
    }
    this.assertNoFileIsAFolder();
    const left = { files, unknown: rescue.unknown };
    this.changes.push({ by: { kind: 'devs' }, number: 0, before: rescue, after: left });
    if (kind === 'redo') return;
    const record: RewindRecord = {
      id: `r${this.rewinds.length}`,
      kind,
      taskId,
      who: { pid: 4711, who: 'terminal', host: 'desk' },
      at: '2026-03-01T00:00:00.000Z',
      toTurn,
      afterTurn: '',
      from: 'from',
      to: 'to',
      paths,
      status: 'done',
    };
    this.rewinds.push({ record, rescue, left, at: this.changes.length, undone: false });
  }

  private assertNoFileIsAFolder(): void {
    for (const path of this.files.keys()) {
      for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
        assert.ok(!this.files.has(path.slice(0, end)), `${path.slice(0, end)} and ${path}`);
      }
    }
  }
}

function pathsOf(changes: readonly WorkspaceChange[]): Set<string> {
  return new Set(
    changes.flatMap(({ before, after }) => [
      ...before.files.keys(),
      ...after.files.keys(),
      ...[...before.unknown, ...after.unknown].filter((path) => !path.endsWith('/')),
    ]),
  );
}
