import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { PlanAnswer } from '../../../src/app/api/answers';
import type { PullRequestPlan } from '../../../src/model/landing/pullRequest';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import type { ActionAnswer } from '../../../src/vscode/notifications/showAnswer';
import { PullRequestActions } from '../../../src/vscode/worktrees/pullRequestActions';
import { anOverview, fakeApp } from '../cli/fakeApp';
import { task } from './overviews';
import { ScriptedInput } from './scriptedInput';

const ADDRESS = 'https://github.com/acme/shop/pull/7';
const PLAN: PullRequestPlan = {
  ...{ taskId: 'fix', branch: 'devs/fix', remote: 'origin', address: 'git@github.com:acme/shop' },
  ...{ head: 'devs/fix', base: 'main', isPushed: false, title: 'Fix it', body: 'Fix it.\n' },
  commands: ['git push origin devs/fix', 'gh pr create --head=devs/fix'],
};

describe('creating a pull request in the editor', () => {
  let input: ScriptedInput;
  let done: (readonly [string, string])[];
  beforeEach(() => {
    input = new ScriptedInput();
    done = [];
  });

  const create = async (
    planned: PlanAnswer,
  ): Promise<{ readonly answer: ActionAnswer | undefined; readonly calls: unknown[][] }> => {
    const app = fakeApp(anOverview(), { planPullRequest: () => Promise.resolve(planned) });
    const note = (what: string) => (text: string) => Promise.resolve(void done.push([what, text]));
    const actions = new PullRequestActions(input, {
      ...{ openLink: note('open'), copy: note('copy') },
      whileMaking: (_, work) => work(),
    });
    const folder = { app, refresh: () => app.overview() } as unknown as FolderApp;
    return { answer: await actions.create([{ folder, task: task('fix') }]), calls: app.calls };
  };
  const press = async (answer: ActionAnswer | undefined, label: string): Promise<void> => {
    await answer?.followUps?.find((each) => each.label === label)?.act();
  };

  it('asks before it pushes, and offers to open what it created', async () => {
    const { answer, calls } = await create({ ok: true, plan: PLAN });
    const [asked] = input.confirmations;
    equal(asked?.message, 'Push devs/fix to origin and create a pull request?');
    match(asked.detail, /Title: Fix it\nTo: git@github\.com:acme\/shop, into main\n/);
    equal(asked.button, 'Push and Create');
    deepEqual(calls, [['createPullRequest', 'fix']]);
    await press(answer, 'Open');
    deepEqual(done, [['open', ADDRESS]]);
  });

  it('does nothing when it may not push', async () => {
    input.agrees = false;
    const { answer, calls } = await create({ ok: true, plan: PLAN });
    deepEqual([answer, calls], [undefined, []]);
  });

  it('does not ask where the branch is pushed', async () => {
    const { answer } = await create({ ok: true, plan: { ...PLAN, isPushed: true } });
    ok(answer?.ok);
    deepEqual(input.confirmations, []);
  });

  it('opens the one that was created before', async () => {
    const { answer, calls } = await create({ ok: true, plan: PLAN, pullRequest: ADDRESS });
    await press(answer, 'Open');
    deepEqual([done, calls], [[['open', ADDRESS]], []]);
  });

  it('names the branch and offers the commands where gh cannot', async () => {
    const problem = 'gh is not logged in to GitHub: run `gh auth login`, or set GH_TOKEN.';
    const { answer, calls } = await create({ ok: true, plan: { ...PLAN, problem } });
    equal(answer?.message, `${problem} The work is on the branch devs/fix.`);
    await press(answer, 'Copy Commands');
    await press(answer, 'Copy Branch Name');
    deepEqual(done, [
      ['copy', 'git push origin devs/fix\ngh pr create --head=devs/fix\n'],
      ['copy', 'devs/fix'],
    ]);
    deepEqual(calls, []);
  });

  it('gives the reason where there is no plan', async () => {
    const message = 'The workspace has no git remote to push devs/fix to.';
    deepEqual((await create({ ok: false, message })).answer, { ok: false, message });
  });
});
