import { deepEqual, equal } from 'node:assert/strict';
import type { PermissionGrant } from '../../../src/model/permissions/permissionPolicy';
import type {
  AskedPermission,
  PermissionDecision,
} from '../../../src/model/permissions/askedPermission';
import { listAsked } from '../../../src/model/overview/overview';
import { askedInFolder } from '../../../src/vscode/folders/askedInFolder';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { PermissionPrompts } from '../../../src/vscode/prompts/permissionPrompts';
import { askedOnce, askedToRun } from '../../support/askedSamples';
import { askingTask } from './asking';
import { overview } from './overviews';
import { ScriptedInput } from './scriptedInput';

function setUp(asks: readonly AskedPermission[], grants: readonly PermissionGrant[] = []) {
  const input = new ScriptedInput();
  const [decided, shown, forgotten] = [[] as PermissionDecision[], [] as string[], [] as string[]];
  const app = {
    permissionGrants: () => Promise.resolve(grants),
    forgetPermission: (rule: string) => {
      forgotten.push(rule);
      return Promise.resolve({ ok: true, message: 'forgotten' });
    },
  };
  const folder = {
    app,
    overview: overview({ tasks: [askingTask('fix', ...asks)] }),
  } as unknown as FolderApp;
  const prompts = new PermissionPrompts({
    input,
    actions: {
      permit: (_, decision) => {
        decided.push(decision);
        return Promise.resolve({ ok: true, message: 'done' });
      },
    },
    show: ({ task }) => Promise.resolve(void shown.push(task.id)),
  });
  return {
    prompts,
    input,
    folder,
    requests: askedInFolder(folder, listAsked),
    decided,
    shown,
    forgotten,
  };
}

describe('answering permission requests from the palette', () => {
  it('offers the answers to the only request', async () => {
    const { prompts, input, requests, decided } = setUp([askedToRun()]);
    input.answers = [['Always in this workspace']];
    await prompts.answer(requests);
    deepEqual(input.shown, [
      {
        title: 'claude asks to run "npm install"',
        placeHolder: 'Your answer',
        lines: [
          'Allow | Allows this request once.',
          'Deny | Refuses the request; the agent goes on.',
          'Always for this task | Allows execute(npm install) from now on in this task.',
          'Always in this workspace | Allows execute(npm install) from now on in every task.',
          'Show | shows the whole request in the dashboard',
        ],
      },
    ]);
    const { id, askedAt } = askedToRun();
    deepEqual(decided, [{ taskId: 'fix', id, askedAt, allow: true, always: 'workspace' }]);
  });

  it('asks which of several, and shows first what a list cannot show in full', async () => {
    const long = askedOnce({ id: '2', left: 5, action: 'run `x…`' });
    const { prompts, input, requests, decided, shown } = setUp([askedToRun(), long]);
    input.answers = [['claude asks to run "x…"'], ['Show']];
    await prompts.answer(requests);
    deepEqual(input.shown[0]?.lines, [
      'claude asks to run "npm install" | fix',
      'claude asks to run "x…" | fix',
    ]);
    deepEqual(
      input.shown[1]?.lines.map((line) => line.split(' | ')[0]),
      ['Show', 'Allow', 'Deny'],
    );
    deepEqual([shown, decided], [['fix'], []]);
  });

  it('says so where nothing waits, and sends nothing where the list is closed', async () => {
    const none = setUp([]);
    deepEqual(await none.prompts.answer(none.requests), {
      ok: true,
      message: 'No permission request is waiting for you.',
    });
    const one = setUp([askedToRun()]);
    one.input.answers = [undefined];
    equal(await one.prompts.answer(one.requests), undefined);
    deepEqual(one.decided, []);
  });
});

describe('what is always allowed', () => {
  const at = '2026-11-21T21:30:00.000Z';
  const grants = [
    { rule: 'edit', at },
    { rule: 'execute(npm i)', taskId: 'fix', at },
    { rule: 'execute(npm i)', taskId: 'add', at },
  ];

  it('is listed by rule, and forgotten after a confirmation', async () => {
    const { prompts, input, folder, forgotten } = setUp([], grants);
    input.answers = [['execute(npm i)']];
    await prompts.review(folder);
    deepEqual(input.shown[0]?.lines, [
      'edit of any file in the workspace | in every task',
      'execute(npm i) | for fix, add',
    ]);
    equal(input.confirmations[0]?.detail, 'execute(npm i)');
    deepEqual(forgotten, ['execute(npm i)']);
  });

  it('stays where the user does not agree; nothing is a message', async () => {
    const { prompts, input, folder, forgotten } = setUp([], grants);
    input.answers = [['edit of any file in the workspace']];
    input.agrees = false;
    equal(await prompts.review(folder), undefined);
    deepEqual(forgotten, []);
    const none = setUp([]);
    equal((await none.prompts.review(none.folder))?.ok, true);
  });
});
