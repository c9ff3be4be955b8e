import assert from 'node:assert/strict';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { GithubQuery } from '../../../src/model/task/taskSource';
import { askGithub } from '../../../src/platform/taskSources/githubIssues';
import { issueJson, ScriptedGh, type GhAnswer } from '../../support/scriptedGh';
import { ScratchWorkspace } from '../../unit/platform/config/scratchWorkspace';

const LOG_IN =
  'To get started with GitHub CLI, please run:  gh auth login\nAlternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.\n';
const NO_REMOTE =
  'none of the git remotes configured for this repository point to a known GitHub host. To tell gh about a new GitHub host, please use `gh auth login`\n';
const FIELDS = '--json=number,title,body,url,state';

describe('asking GitHub through gh', () => {
  let workspace: ScratchWorkspace;
  let outside: ScratchWorkspace;
  beforeEach(() => {
    workspace = new ScratchWorkspace();
    outside = new ScratchWorkspace();
  });
  afterEach(() => {
    workspace.dispose();
    outside.dispose();
  });

  const scripted = (answer: GhAnswer, folder = join(outside.folder, 'bin')): ScriptedGh =>
    new ScriptedGh(folder, { '12': answer, '--label=good first': answer });
  const ask = (gh: ScriptedGh, query: Partial<GithubQuery> = {}, timeoutMs = 60_000) =>
    askGithub({ kind: 'issue', issue: '12', ...query } as GithubQuery, {
      ...{ workspaceDir: workspace.folder, environment: gh.environment, timeoutMs },
    });
  const refusal = async (answer: GhAnswer, query?: Partial<GithubQuery>): Promise<string> => {
    const answered = await ask(scripted(answer), query);
    assert.ok(!answered.ok);
    return answered.message;
  };

  it('reads an issue, in the workspace, without questions and colours', async () => {
    const gh = scripted({ stdout: issueJson(12, { body: null, state: 'CLOSED' }) });
    const url = 'https://github.com/acme/shop/issues/12';
    assert.deepEqual(await ask(gh), {
      ok: true,
      issues: [{ title: 'Fix 12', body: '', url, isClosed: true }],
    });
    assert.deepEqual(gh.calls(), [
      {
        args: ['issue', 'view', '12', FIELDS],
        cwd: realpathSync(workspace.folder),
        env: { GH_PROMPT_DISABLED: '1', NO_COLOR: '1' },
      },
    ]);
  });

  it('names another repository, and a label, each as one argument', async () => {
    const gh = scripted({ stdout: issueJson(12) });
    await ask(gh, { repository: 'acme/shop' });
    assert.deepEqual(gh.calls()[0]?.args, ['issue', 'view', '12', '--repo=acme/shop', FIELDS]);
    const labelled = scripted({ stdout: `[${issueJson(1)},${issueJson(2)}]` });
    const answer = await ask(labelled, { kind: 'label', label: 'good first' });
    assert.deepEqual(answer.ok && answer.issues.map(({ title }) => title), ['Fix 1', 'Fix 2']);
    assert.deepEqual(labelled.calls().at(-1)?.args, [
      ...['issue', 'list', '--label=good first', '--state=open', '--limit=200', FIELDS],
    ]);
  });

  it('names a label with a comma or quotes as one', async () => {
    const gh = scripted({ stdout: '[]' });
    await ask(gh, { kind: 'label', label: 'ui, "new"' });
    assert.equal(gh.calls()[0]?.args[2], '--label="ui, ""new"""');
  });

  it('says what is missing and what helps', async () => {
    assert.match(await refusal({ stderr: LOG_IN, code: 4 }), /not logged in.*`gh auth login`/);
    assert.match(await refusal({ stderr: 'HTTP 401: Bad credentials', code: 1 }), /not logged in/);
    for (const stderr of [NO_REMOTE, 'no git remotes found\n'])
      assert.match(await refusal({ stderr, code: 1 }), /no git remote on GitHub.*owner/);
    const none =
      'GraphQL: Could not resolve to an issue or pull request with the number of 12. (repository.issue)\n';
    assert.equal(
      await refusal({ stderr: none, code: 1 }, { repository: 'acme/shop' }),
      'GitHub has no issue acme/shop#12.',
    );
    const hidden = "GraphQL: Could not resolve to a Repository with the name 'a/b'. (repository)";
    assert.match(await refusal({ stderr: hidden, code: 1 }), /no such repository/);
    assert.equal(
      await refusal({ stderr: 'HTTP 502:\n bad gateway\n', code: 1 }),
      'gh could not read issue #12 in the repository of the workspace: HTTP 502: bad gateway',
    );
  });

  it('takes nothing but issues with an address that can be opened', async () => {
    for (const stdout of ['', 'oops', '[]x', '{"title":1}', issueJson(12, { url: 'javascript:1' })])
      assert.match(await refusal({ stdout }), /printed something else than issues/);
  });

  it('ends gh when it takes too long', async () => {
    const answer = await ask(scripted({ hangs: true }), {}, 300);
    assert.match(answer.ok ? '' : answer.message, /did not answer in time/);
  });

  it('ends gh when it prints too much', async () => {
    assert.equal(
      await refusal({ stdout: 'x'.repeat(33 * 1024 * 1024) }),
      'gh could not read issue #12 in the repository of the workspace: it printed more than 32 MB',
    );
  });

  it('uses no gh of the workspace, where an agent may have put it', async () => {
    const folder = join(workspace.folder, 'bin');
    mkdirSync(folder);
    const gh = scripted({ stdout: issueJson(12) }, folder);
    const answer = await ask(gh);
    assert.match(answer.ok ? '' : answer.message, /`gh` is not on PATH: install it/);
    assert.deepEqual(gh.calls(), []);
  });
});
