import { deepEqual, equal, ok } from 'node:assert/strict';
import type { WorkspaceFolder } from 'vscode';
import type { TaskOverview } from '../../../src/model/overview/overview';
import { DashboardAccess } from '../../../src/vscode/dashboard/dashboardAccess';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { overview, task } from './overviews';

const paused = (id: string): TaskOverview => task(id, { status: 'PAUSED_FOR_INTERVENTION' });

function folderApp(name: string, ...tasks: readonly TaskOverview[]): FolderApp {
  return { folder: { name }, overview: overview({ tasks }) } as unknown as FolderApp;
}

/** The ways into a dashboard that shows the second folder, and what was done. */
function accessTo(apps: readonly FolderApp[]) {
  const done: string[] = [];
  let shown = apps[1]?.folder;
  const access = new DashboardAccess({
    current: {
      get: () => shown,
      set: (folder: WorkspaceFolder) => {
        shown = folder;
        done.push(`shows ${folder.name}`);
        return Promise.resolve();
      },
    },
    apps: { all: () => apps },
    dashboard: () => ({
      isVisible: true,
      focus: () => Promise.resolve(void done.push('opened')),
      answerTask: ({ taskId, question = '' }) =>
        Promise.resolve(void done.push(`cursor in ${taskId}${question}`)),
    }),
  });
  return { access, done };
}

describe('the ways into the dashboard', () => {
  const apps = [folderApp('web', paused('a')), folderApp('shop', task('b'), paused('c'))];

  it('lead to the first task that needs you, in the shown folder first', async () => {
    const { access, done } = accessTo(apps);
    await access.open();
    deepEqual(done, ['cursor in c']);
  });

  it('lead to a named task, and to its folder', async () => {
    const { access, done } = accessTo(apps);
    await access.open('a');
    deepEqual(done, ['shows web', 'cursor in a']);
  });

  it('lead to a question of a running agent', async () => {
    const { access, done } = accessTo(apps);
    const [folder] = apps;
    ok(folder);
    await access.answer({ folder, task: task('a') }, '?2');
    deepEqual(done, ['shows web', 'cursor in a?2']);
  });

  it('only open it where nothing needs you', async () => {
    const { access, done } = accessTo([folderApp('web', task('a')), folderApp('shop', task('b'))]);
    await access.open();
    deepEqual(done, ['opened']);
  });

  it('know which folder is on the screen', () => {
    const { access } = accessTo(apps);
    deepEqual(
      apps.map((app) => access.isOnScreen(app)),
      [false, true],
    );
    equal(accessTo([]).access.isOnScreen(apps[0] as FolderApp), false);
  });
});
