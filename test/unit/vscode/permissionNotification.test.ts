import { deepEqual, equal } from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import type { AskedPermission } from '../../../src/model/permissions/askedPermission';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import type { RequestInFolder } from '../../../src/vscode/folders/askedInFolder';
import { permissionNotification } from '../../../src/vscode/notifications/permissionNotification';
import type { NotificationLevel } from '../../../src/vscode/contributions/contributions';
import type { Answer } from '../../../src/ports/answer';
import { askedToRun } from '../../support/askedSamples';
import { askingTask } from './asking';
import { overview } from './overviews';

function folderApp(asks: readonly AskedPermission[]): FolderApp {
  const folder = { name: 'shop', uri: { toString: () => 'file:///shop' } };
  return {
    folder,
    overview: overview({ tasks: [askingTask('fix', ...asks)] }),
  } as unknown as FolderApp;
}

describe('the notification about permission requests', () => {
  let asked: string[];
  let buttons: readonly string[];
  let told: Answer[];
  let acted: string[];
  let press: (button: string | undefined) => void;
  let now: FolderApp;
  let level: NotificationLevel;
  let notification: ReturnType<typeof permissionNotification>;

  const shows = (...asks: readonly AskedPermission[]): void => {
    now = folderApp(asks);
    notification.update(now);
  };
  const choose = async (button: string | undefined): Promise<void> => {
    press(button);
    await settled();
  };
  const did = (what: string, requests: readonly RequestInFolder[]): Promise<Answer> => {
    acted.push(`${what} ${requests.map((each) => each.asked.id).join(',')}`);
    return Promise.resolve({ ok: true, message: 'done' });
  };

  beforeEach(() => {
    [asked, told, acted, level] = [[], [], [], 'needsYou'];
    notification = permissionNotification(
      {
        answer: (requests) => did('answer', requests),
        always: (request) => did('always', [request]),
        give: (request, reply) => did(reply, [request]),
        show: (request) => did('show', [request]),
      },
      {
        ask: (text, offered) => {
          asked.push(text);
          buttons = offered;
          return new Promise((resolve) => (press = resolve));
        },
        level: () => level,
        current: () => now,
        showAnswer: (answer) => told.push(answer),
        report: () => undefined,
      },
    );
    shows();
  });

  it('says who asks for what, and takes each answer', async () => {
    for (const [button, done] of [
      ['Allow', 'allow 1'],
      ['Always…', 'always 1'],
      ['Deny', 'deny 1'],
      ['Show', 'show 1'],
    ] as const) {
      shows();
      shows(askedToRun());
      equal(asked.at(-1), 'Devs: fix: claude asks to run "npm install"');
      deepEqual(buttons, ['Allow', 'Always…', 'Deny', 'Show']);
      await choose(button);
      equal(acted.at(-1), done);
    }
    equal(told.length, 4);
  });

  it('tells of each request once, and of none where notifications are off', async () => {
    shows(askedToRun());
    shows(askedToRun());
    await choose(undefined);
    shows(askedToRun());
    equal(asked.length, 1);
    level = 'none';
    shows(askedToRun({ id: '2' }));
    equal(asked.length, 1);
  });

  it('is one for several requests, which are chosen from in a list', async () => {
    shows(askedToRun(), askedToRun({ id: '2', action: 'edit `src/cart.js`' }));
    deepEqual(asked, [
      'Devs: 2 permission requests wait for you: fix: run "npm install"; fix: edit "src/cart.js"',
    ]);
    deepEqual(buttons, ['Answer…', 'Show']);
    shows(askedToRun(), askedToRun({ id: '2' }), askedToRun({ id: '3' }));
    equal(asked.length, 1);
    await choose('Answer…');
    deepEqual(acted, ['answer 1,2,3']);
    equal(asked.length, 1);
  });

  it('answers nothing but what stands in it, and says so where that is answered already', async () => {
    shows(askedToRun());
    const pressFirst = press;
    shows(askedToRun({ id: '2' }));
    pressFirst('Allow');
    await settled();
    deepEqual(acted, []);
    deepEqual(told, [{ ok: true, message: 'Already answered, or it does not wait any more.' }]);
  });

  it('does not answer a later run with the same number', async () => {
    shows(askedToRun());
    const pressFirst = press;
    shows(askedToRun({ askedAt: '2026-11-21T23:00:00.000Z', action: 'run `rm -r .`' }));
    pressFirst('Allow');
    await settled();
    deepEqual(acted, []);
    equal(told[0]?.message, 'Already answered, or it does not wait any more.');
  });

  it('lets nobody allow what it cannot show in full', () => {
    shows(askedToRun({ command: 'npm install\nrm -r .', action: 'run `npm install rm -r .`' }));
    deepEqual(buttons, ['Show', 'Deny']);
    equal(
      asked[0],
      'Devs: fix: claude asks to run "npm install rm -r ." – not all of it fits here',
    );
    shows();
    shows(askedToRun({ id: '2', left: 3 }));
    deepEqual(buttons, ['Show', 'Deny']);
  });

  it('makes no link and no icon of what an agent writes', () => {
    shows(askedToRun({ action: 'run `[x](command:devs.run) $(alert)`' }));
    equal(/\]\(|\$\(/.test(asked[0] ?? ''), false);
  });
});
