import { createArguments, pushArguments } from '../../model/landing/pullRequest';
import { isWebLink } from '../../model/task/webLink';
import type { CreatedAnswer, PullRequests } from '../../ports/pullRequests';
import { explainGh, explainGhStart } from './explainGh';
import { findPlace } from './findPlace';
import { pushBranch } from './pushBranch';
import { runGh, type GhOutput, type GhPlaces } from './runGh';

/** A repository with many branches takes GitHub some time. */
const TIME_LIMIT_MS = 60_000;

/** Makes pull requests of branches of the workspace. */
export function createPullRequests(places: Omit<GhPlaces, 'timeoutMs'>): PullRequests {
  const gh = (args: readonly string[]): Promise<GhOutput> =>
    runGh(args, { ...places, timeoutMs: TIME_LIMIT_MS });
  return {
    find: (branch) => findPlace(branch, { ...places, gh }),
    push: (place) => pushBranch(pushArguments(place), places),
    create: async (place, text) => readCreated(await gh(createArguments(place, text))),
  };
}

const EXISTS = /already exists:\s*(https?:\/\/\S+)/;

function readCreated(output: GhOutput): CreatedAnswer {
  if (output.kind === 'missing' || output.kind === 'timeout')
    return { ok: false, message: explainGhStart(output) };
  if (output.kind === 'failed') {
    const there = EXISTS.exec(output.stderr)?.[1];
    if (there !== undefined && isWebLink(there)) return { ok: true, address: there, isNew: false };
    return { ok: false, message: `The pull request could not be created: ${explainGh(output)}` };
  }
  const address = output.stdout.trim().split('\n').at(-1) ?? '';
  return isWebLink(address)
    ? { ok: true, address, isNew: true }
    : {
        ok: false,
        message: 'gh printed no address of a pull request; `gh pr list` shows if it is there.',
      };
}
