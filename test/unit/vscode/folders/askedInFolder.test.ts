import { deepEqual, equal, match } from 'node:assert/strict';
import type { PermissionReply } from '../../../../src/model/permissions/askedPermission';
import { permitShown } from '../../../../src/vscode/folders/askedInFolder';
import type { FolderApp } from '../../../../src/vscode/folders/folderApp';
import { askedToRun } from '../../../support/askedSamples';
import { askingTask } from '../asking';
import { overview } from '../overviews';

describe('an answer to a permission request that was shown', () => {
  const { id, askedAt } = askedToRun();
  const decision = { taskId: 'fix', id, askedAt, allow: true };

  function folderWith(tasks = [askingTask('fix', askedToRun())]) {
    const replies: PermissionReply[] = [];
    const app = {
      permit: (reply: PermissionReply) => {
        replies.push(reply);
        return Promise.resolve({ ok: true, message: 'claude may run `npm install`.' });
      },
    };
    const refresh = () => Promise.resolve(overview({ tasks }));
    return { folder: { app, refresh } as unknown as FolderApp, replies };
  }

  it('is passed on', async () => {
    const { folder, replies } = folderWith();
    equal((await permitShown(folder, decision)).ok, true);
    deepEqual(replies, [{ taskId: 'fix', id, allow: true }]);
  });

  it('is refused once the request is gone, also where a later run asks under its number', async () => {
    const later = askedToRun({ askedAt: '2026-11-22T09:00:00.000Z', action: 'run `rm -r .`' });
    for (const tasks of [[], [askingTask('fix')], [askingTask('fix', later)]]) {
      const { folder, replies } = folderWith(tasks);
      const { ok, message } = await permitShown(folder, decision);
      equal(ok, false);
      match(message, /does not wait any more/);
      deepEqual(replies, []);
    }
  });
});
