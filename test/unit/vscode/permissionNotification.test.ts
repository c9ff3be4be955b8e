import { deepEqual, equal } from 'node:assert/strict';
import type { AskedPermission } from '../../../src/model/permissions/askedPermission';
import { permissionNotification } from '../../../src/vscode/notifications/permissionNotification';
import { askedToRun } from '../../support/askedSamples';
import { NotificationScene } from '../../support/notificationScene';
import { askingTask } from './asking';

/** A request of the task `fix`, unless it names another. */
interface Shown extends AskedPermission {
  readonly task?: string;
}

const toRun = (id: string, command: string): Shown =>
  askedToRun({ id, command, action: `run \`${command}\`` });

describe('the notification about permission requests', () => {
  let scene: NotificationScene<Shown>;

  beforeEach(() => {
    scene = new NotificationScene<Shown>(
      (surface) =>
        permissionNotification(
          {
            answer: (requests) => scene.did('answer', requests),
            always: (request) => scene.did('always', [request]),
            give: (request, reply) => scene.did(reply, [request]),
            show: (request) => scene.did('show', [request]),
          },
          surface,
        ),
      (asked) =>
        ['fix', 'build'].map((id) =>
          askingTask(id, ...asked.filter(({ task = 'fix' }) => task === id)),
        ),
    );
  });

  it('says who asks for what, and takes each answer', async () => {
    for (const [button, done] of [
      ['Allow', 'allow 1'],
      ['Always…', 'always 1'],
      ['Deny', 'deny 1'],
      ['Show', 'show 1'],
    ] as const) {
      scene.shows();
      scene.shows(askedToRun());
      equal(scene.asked.at(-1), 'Devs: fix: claude asks to run "npm install"');
      deepEqual(scene.buttons, ['Allow', 'Always…', 'Deny', 'Show']);
      await scene.choose(button);
      equal(scene.acted.at(-1), done);
    }
    equal(scene.told.length, 4);
  });

  it('tells of each request once, and of none where notifications are off', async () => {
    scene.shows(askedToRun());
    scene.shows(askedToRun());
    await scene.choose(undefined);
    scene.shows(askedToRun());
    equal(scene.asked.length, 1);
    scene.level = 'none';
    scene.shows(askedToRun({ id: '2' }));
    equal(scene.asked.length, 1);
  });

  it('is one for several requests, which are chosen from in a list', async () => {
    scene.shows(askedToRun(), askedToRun({ id: '2', action: 'edit `src/cart.js`' }));
    deepEqual(scene.asked, [
      'Devs: 2 permission requests wait for you: fix: run "npm install"; fix: edit "src/cart.js"',
    ]);
    deepEqual(scene.buttons, ['Answer…', 'Show']);
    scene.shows(askedToRun(), askedToRun({ id: '2' }), askedToRun({ id: '3' }));
    equal(scene.asked.length, 1);
    await scene.choose('Answer…');
    deepEqual(scene.acted, ['answer 1,2,3']);
    equal(scene.asked.length, 1);
  });

  it('stays the only one of its task until it is closed, however often that asks', async () => {
    for (const id of ['1', '2', '3']) scene.shows(toRun(id, `step ${id}`));
    deepEqual(scene.asked, ['Devs: fix: claude asks to run "step 1"']);
    await scene.choose(undefined);
    deepEqual(scene.asked.slice(1), ['Devs: fix: claude asks to run "step 3"']);
    await scene.choose('Allow');
    deepEqual(scene.acted, ['allow 3']);
    equal(scene.asked.length, 2);
  });

  for (const button of ['Allow', 'Always…', 'Deny', 'Show'])
    it(`answers nothing but what stands in it: after ${button} it says that this is answered, and the next is shown`, async () => {
      scene.shows(askedToRun());
      scene.shows(toRun('2', 'rm -r .'));
      equal(scene.asked.length, 1);
      await scene.choose(button);
      deepEqual(scene.acted, []);
      deepEqual(scene.told, [
        { ok: true, message: 'Too late: this was answered or timed out, or the turn has ended.' },
      ]);
      deepEqual(scene.asked.slice(1), ['Devs: fix: claude asks to run "rm -r ."']);
      await scene.choose('Deny');
      deepEqual(scene.acted, ['deny 2']);
    });

  it('keeps no other task waiting once it is outdated', async () => {
    scene.shows(askedToRun());
    const other = { ...askedToRun({ id: '2' }), task: 'build' };
    scene.shows(askedToRun(), other);
    equal(scene.asked.length, 1);
    scene.shows(other, toRun('3', 'ls'));
    deepEqual(scene.asked.slice(1), ['Devs: build: claude asks to run "npm install"']);
    await scene.choose('Allow');
    equal(scene.asked.length, 2);
    await scene.choose('Allow', 1);
    deepEqual(scene.acted, ['allow 2']);
    deepEqual(scene.asked.slice(2), ['Devs: fix: claude asks to run "ls"']);
  });

  it('does not answer a later run with the same number', async () => {
    scene.shows(askedToRun());
    scene.shows({ ...toRun('1', 'rm -r .'), askedAt: '2026-11-21T23:00:00.000Z' });
    await scene.choose('Allow');
    deepEqual(scene.acted, []);
    equal(
      scene.told[0]?.message,
      'Too late: this was answered or timed out, or the turn has ended.',
    );
    equal(scene.asked[1], 'Devs: fix: claude asks to run "rm -r ."');
  });

  it('lets nobody allow what it cannot show in full', async () => {
    scene.shows(
      askedToRun({ command: 'npm install\nrm -r .', action: 'run `npm install rm -r .`' }),
    );
    deepEqual(scene.buttons, ['Show', 'Deny']);
    equal(
      scene.asked[0],
      'Devs: fix: claude asks to run "npm install rm -r ." – not all of it fits here',
    );
    await scene.choose(undefined);
    scene.shows(askedToRun({ id: '2', left: 3 }));
    equal(scene.asked.length, 2);
    deepEqual(scene.buttons, ['Show', 'Deny']);
  });

  it('makes no link and no icon of what an agent writes', () => {
    scene.shows(askedToRun({ action: 'run `[x](command:devs.run) $(alert)`' }));
    equal(/\]\(|\$\(/.test(scene.asked[0] ?? ''), false);
  });
});
