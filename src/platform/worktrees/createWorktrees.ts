import { existsSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { SerialQueue } from '../../model/workspace/serialQueue';
import type { ListedWorktree, OpenOptions, Worktree, Worktrees } from '../../ports/worktrees';
import { StateError } from '../../ports/workspaceState';
import { copyIgnored, findMissing } from './copyIgnored';
import { devsCommit } from './devsCommit';
import { findRepository, type FoundRepository, type RepositorySearch } from './findRepository';
import { PortBlocks } from './freePorts';
import type { GitFolder } from './gitFolder';
import { restoreGitFile } from './gitFile';
import { gitWorktree } from './gitWorktree';
import { findNameProblem, moveReference } from './landingCommits';
import { copyNested, noteMade, readNested } from './nestedRepositories';
import { contentAt, listChange } from './reviewedChange';
import { findKnown, removeWorktree } from './removeWorktree';
import { dropReviewed } from './reviewedRefs';
import { beginSetup } from './setup/beginSetup';
import { setupFolder } from './setup/setupFolder';
import { SetupResults } from './setup/setupResults';
import {
  listBroken,
  listRecords,
  readRecord,
  worktreeFolder,
  writeRecord,
  type WorktreeFolder,
  type WorktreeRecord,
} from './worktreeFolder';
import { WorktreeFiles } from './worktreeFiles';
import { worktreesFolder } from './worktreesFolder';
import { writeTree } from './writeTree';

export interface WorktreesOptions extends RepositorySearch {
  /** Makes what reads and writes one folder; checkpoints go into the same store as the workspace's. */
  readonly portsFor: PortsFor;
}

/** Makes what reads and writes one folder. */
export type PortsFor = (
  directory: string,
) => Pick<Worktree, 'workspace' | 'checkpoints' | 'repository'>;

/** Makes git worktrees of a workspace below its state folder. Does no I/O until used. */
export function createWorktrees(options: WorktreesOptions): Worktrees {
  const { workspaceDir, stateDir } = options;
  const parent = worktreesFolder(stateDir);
  const scratch = join(stateDir, 'worktree-indexes');
  const ports = new Map<string, WorktreePorts>();
  const blocks = new PortBlocks();
  const results = new SetupResults(setupFolder(stateDir));

  const repository = async (): Promise<FoundRepository> => {
    const found = await findRepository(options);
    if (!found.ok) throw new StateError(found.why);
    return found.repository;
  };
  const anyRepository = async (): Promise<FoundRepository | undefined> => {
    const found = await findRepository(options);
    return found.ok ? found.repository : undefined;
  };
  // Git names worktrees by their real path.
  const realParent = (): Promise<string> => realpath(parent).catch(() => parent);
  const folderOf = async (taskId: string): Promise<WorktreeFolder> => {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    return worktreeFolder(await realpath(parent), taskId);
  };
  const toPort = async (home: FoundRepository, taskId: string): Promise<Worktree> => {
    const { folder, files } = await folderOf(taskId);
    const git = home.git.at(files);
    const nested = readNested(folder);
    const own = new WorktreeFiles({ git, scratch, leftOut: nested.folders });
    const record = { taskId, common: home.common, prefix: home.prefix };
    const directory = resolve(files, home.prefix);
    const known = ports.get(directory) ?? options.portsFor(directory);
    ports.set(directory, known);
    const firstPort = await blocks.reserve(files);
    return gitWorktree({
      ...{ directory, home, scratch, files: own, ...known },
      nested: () => readNested(folder),
      variables: variablesOf(directory, firstPort),
      isNew: isNew({ folder }),
      beginSetup: async (inputs, setup) => {
        const { commit: before } = await own.base();
        const place = {
          ...{ folder, directory, environment: options.environment, results },
          ...{ git: git.options, nested: nested.folders },
          own: { mark: basename(folder), firstPort },
          findChanged: async () => await findChangedFile(git, before, (await own.base()).commit),
        };
        return await beginSetup(place, inputs, setup);
      },
      finishSetup: async () => {
        await own.rebase();
        await noteMade(git, folder);
        writeRecord(folder, { ...record, state: 'ready' });
      },
    });
  };
  const discard = async (place: WorktreeFolder, git: GitFolder | undefined): Promise<void> => {
    for (const directory of ports.keys())
      if (directory.startsWith(place.files)) ports.delete(directory);
    blocks.release(place.files);
    await removeWorktree(place, git);
  };
  const opened = async (home: FoundRepository, taskId: string): Promise<Worktree> => {
    const { folder, files: root } = await folderOf(taskId);
    const leftOut = readNested(folder).folders;
    await new WorktreeFiles({ git: home.git.at(root), scratch, leftOut }).finishMove();
    return await toPort(home, taskId);
  };
  return {
    findProblem: async ({ commits }) => {
      const found = await findRepository(options);
      if (!found.ok) return found.why;
      return commits ? await findNameProblem(found.repository.git) : undefined;
    },
    findMissing: (copy) => findMissing(copy, workspaceDir),
    open: async (taskId, options) => {
      const home = await repository();
      const place = await folderOf(taskId);
      // What a setup left that did not finish is of no use to the next one, and is not to be taken for what that makes.
      if (isNew(place) || !(await isUsable(home, place))) {
        await discard(place, home.git);
        await make(home, { taskId, place, scratch, workspaceDir, ...options });
      }
      return await opened(home, taskId);
    },
    find: async (taskId) => {
      if (!existsSync(worktreeFolder(parent, taskId).folder)) return undefined;
      const home = await repository();
      return (await isUsable(home, await folderOf(taskId)))
        ? await opened(home, taskId)
        : undefined;
    },
    list: async () => {
      const real = await realParent();
      return listRecords(real).map((record) => listed(real, record));
    },
    place: async (taskId) => {
      const real = await realParent();
      const { folder, files } = worktreeFolder(real, taskId);
      const record = readRecord(folder);
      const directory = record && listed(real, record).directory;
      if (record?.taskId !== taskId || directory === undefined) return undefined;
      return { directory, variables: variablesOf(directory, await blocks.blockOf(files)) };
    },
    listChange: async ({ commit }) => await listChange(await repository(), commit),
    content: async (...of) => await contentAt(await repository(), ...of),
    forgetChange: async (taskId) => {
      const { folder, files } = await folderOf(taskId);
      const common = readRecord(folder)?.common ?? '';
      const home = common === '' ? undefined : await anyRepository();
      if (home !== undefined) await dropReviewed(home.git, common, findKnown(common, files));
    },
    setupNotice: () => Promise.resolve(results.notice),
    removeBroken: async () => {
      await rm(scratch, { recursive: true, force: true });
      const home = await anyRepository();
      for (const folder of listBroken(parent)) await removeWorktree(folder, home?.git);
      if (home !== undefined) await dropReviewed(home.git, home.common, []);
    },
    moveReference: async (...args) => await moveReference((await repository()).git, ...args),
    remove: async (taskId) => {
      if (!existsSync(worktreeFolder(parent, taskId).folder)) return;
      await discard(await folderOf(taskId), (await anyRepository())?.git);
    },
  };
}

/** A file that differs between two commits. */
async function findChangedFile(
  git: GitFolder,
  before: string,
  after: string,
): Promise<string | undefined> {
  const listed = await git.text(['diff-tree', '-r', '-z', '--name-only', before, after]);
  return listed.split('\0').find((path) => path !== '');
}

type WorktreePorts = ReturnType<PortsFor>;

function variablesOf(directory: string, port: number): Worktree['variables'] {
  return { DEVS_WORKTREE: directory, DEVS_PORT: String(port) };
}

/** `parent`: a real path, as git names worktrees. */
function listed(parent: string, { taskId, prefix = '', state }: WorktreeRecord): ListedWorktree {
  const isWhole = state !== 'incomplete';
  const directory = resolve(worktreeFolder(parent, taskId).files, prefix);
  return { taskId, isWhole, ...(isWhole && existsSync(directory) && { directory }) };
}

/** Whether its setup has not finished: no agent has worked in it. */
function isNew({ folder }: Pick<WorktreeFolder, 'folder'>): boolean {
  return readRecord(folder)?.state === 'new';
}

/** Whether the worktree is complete and one of this repository. */
async function isUsable(
  home: FoundRepository,
  { folder, files }: WorktreeFolder,
): Promise<boolean> {
  const record = readRecord(folder);
  if (record === undefined || record.state === 'incomplete' || record.common !== home.common)
    return false;
  restoreGitFile(home.common, files);
  if (!existsSync(join(files, '.git'))) return false;
  const top = await home.git.at(files).find(['rev-parse', '--show-toplevel']);
  return top === files.replaceAll('\\', '/');
}

interface Making extends OpenOptions {
  readonly taskId: string;
  readonly place: WorktreeFolder;
  readonly scratch: string;
  readonly workspaceDir: string;
}

async function make(home: FoundRepository, making: Making): Promise<void> {
  const { taskId, place, scratch, workspaceDir, copy } = making;
  const whileStill: SerialQueue = making.whileStill ?? ((work) => work());
  const { git, common, prefix, leftOut } = home;
  const { folder, files } = place;
  const record = { taskId, common, prefix };
  writeRecord(folder, { ...record, state: 'incomplete' });
  try {
    const base = await whileStill(async () => {
      const head = await git.findCommit('HEAD');
      const tree = await writeTree(git, { scratch, leftOut });
      const message = `The workspace before the task ${taskId}`;
      return await devsCommit(git, { tree, parent: head, message });
    });
    await git.text(['worktree', 'add', '--quiet', '--detach', files, base]);
    const directory = resolve(files, prefix);
    await mkdir(directory, { recursive: true });
    await copyNested(git, place, leftOut);
    await copyIgnored(copy, { from: workspaceDir, to: directory });
    await new WorktreeFiles({ git: git.at(files), scratch }).beginAt(base);
    writeRecord(folder, { ...record, state: 'new' });
  } catch (error) {
    await removeWorktree(place, git);
    if (error instanceof StateError) throw error;
    const why = (error as Error).message;
    throw new StateError(`The worktree ${basename(files)} could not be made: ${why}`, {
      cause: error,
    });
  }
}
