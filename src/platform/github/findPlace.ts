import * as z from 'zod/mini';
import type { PlaceAnswer } from '../../ports/pullRequests';
import { maskSecrets } from '../../text/maskSecrets';
import { parseJson } from '../json/jsonValue';
import { findProgram } from '../workspace/findProgram';
import { GitFolder } from '../worktrees/gitFolder';
import { explainGh } from './explainGh';
import type { GhOutput, GhPlaces } from './runGh';

interface Finding extends Pick<GhPlaces, 'workspaceDir' | 'environment'> {
  readonly gh: (args: readonly string[]) => Promise<GhOutput>;
}

const repositorySchema = z.object({ nameWithOwner: z.string() });

/** Finds the remote for a branch of the workspace and what its pull request merges into. Asks `gh`; changes nothing. */
export async function findPlace(
  branch: string,
  { workspaceDir, environment, gh }: Finding,
): Promise<PlaceAnswer> {
  const program = findProgram('git', { environment, outside: workspaceDir });
  if (program === undefined) return { ok: false, message: 'git is not on PATH.' };
  const git = new GitFolder({ git: program, directory: workspaceDir, environment });
  const commit = await git.findCommit(`refs/heads/${branch}`);
  if (commit === undefined)
    return {
      ok: false,
      message: `There is no branch ${branch} any more: it was deleted or renamed.`,
    };
  const current = (await git.find(['symbolic-ref', '--quiet', '--short', 'HEAD'])) ?? '';
  const remote = await findRemote(git, branch, current);
  if (typeof remote !== 'string') return { ok: false, message: remote.why };
  const address = (await git.find(['remote', 'get-url', '--push', remote])) ?? remote;
  const pushed = await git.findCommit(`refs/remotes/${remote}/${branch}`);
  const target = readTarget(await gh(['repo', 'view', '--json=nameWithOwner']));
  const base = await findBase(git, current, target.repository);
  const place = {
    ...{ branch, remote, address: maskSecrets(address), isPushed: pushed === commit },
    head: headFor(branch, address, target.repository),
    ...(base !== undefined && base !== branch && { base }),
  };
  return { ok: true, place, ...(target.problem !== undefined && { problem: target.problem }) };
}

type NoRemote = { readonly why: string };

/** The remote that the user's git configuration names for the branch, or for the one that is checked out; else the only one, or `origin`. */
async function findRemote(
  git: GitFolder,
  branch: string,
  current: string,
): Promise<string | NoRemote> {
  const remotes = ((await git.find(['remote'])) ?? '').split('\n').filter((name) => name !== '');
  for (const key of [
    ...[`branch.${branch}.pushRemote`, `branch.${branch}.remote`, 'remote.pushDefault'],
    ...[`branch.${current}.pushRemote`, `branch.${current}.remote`],
  ]) {
    const named = await git.find(['config', '--get', key]);
    if (named !== undefined && remotes.includes(named)) return named;
  }
  const [only] = remotes;
  if (only === undefined)
    return {
      why: `The workspace has no git remote to push ${branch} to: add one with \`git remote add origin <address>\`.`,
    };
  if (remotes.length === 1) return only;
  return remotes.includes('origin')
    ? 'origin'
    : {
        why: `The workspace has several git remotes (${remotes.join(', ')}): name the one for ${branch} with \`git config remote.pushDefault <name>\`.`,
      };
}

interface Target {
  /** `owner/name` of the repository that gets the pull request; absent if unknown. */
  readonly repository?: string;
  readonly problem?: string;
}

function readTarget(output: GhOutput): Target {
  if (output.kind !== 'printed') return { problem: explainGh(output) };
  const parsed = parseJson(output.stdout);
  const read = repositorySchema.safeParse(parsed.ok ? parsed.value : undefined);
  return read.success
    ? { repository: read.data.nameWithOwner }
    : { problem: 'gh printed no name of the repository; update it, then try again.' };
}

/** The branch on GitHub that the checked-out branch follows, where that is in the repository itself. */
async function findBase(
  git: GitFolder,
  current: string,
  repository: string | undefined,
): Promise<string | undefined> {
  const of = (key: string) => git.find(['config', '--get', `branch.${current}.${key}`]);
  const [remote, merge] = [await of('remote'), await of('merge')];
  if (remote === undefined || merge === undefined || repository === undefined) return undefined;
  const address = await git.find(['remote', 'get-url', remote]);
  const isThere = nameIn(address ?? '')?.toLowerCase() === repository.toLowerCase();
  return isThere ? merge.replace(/^refs\/heads\//, '') : undefined;
}

function headFor(branch: string, address: string, repository: string | undefined): string {
  const name = nameIn(address);
  if (name === undefined || repository === undefined) return branch;
  const [own = '', target = ''] = [ownerOf(name), ownerOf(repository)];
  return own.toLowerCase() === target.toLowerCase() ? branch : `${own}:${branch}`;
}

function ownerOf(name: string): string | undefined {
  return name.split('/')[0];
}

/** `owner/name` at the end of an address, as in `git@github.com:acme/shop.git`. */
function nameIn(address: string): string | undefined {
  return /[/:]([^/:]+\/[^/]+?)(?:\.git)?\/?$/.exec(address)?.[1];
}
