import { deepEqual, equal, match } from 'node:assert/strict';
import type { PermissionReply } from '../../../../src/model/permissions/askedPermission';
import type { QuestionReply } from '../../../../src/model/tools/agentQuestion';
import { answerShown, permitShown } from '../../../../src/vscode/folders/askedInFolder';
import type { FolderApp } from '../../../../src/vscode/folders/folderApp';
import { askedQuestion, askedToRun } from '../../../support/askedSamples';
import { askingTask, questionTask } from '../asking';
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
      match(message, /is no longer open/);
      deepEqual(replies, []);
    }
  });
});

describe('an answer to a question that was shown', () => {
  const { id, askedAt } = askedQuestion();
  const reply = { taskId: 'fix', id, askedAt, text: 'Half to even.' };

  function folderWith(tasks = [questionTask('fix', askedQuestion())]) {
    const replies: QuestionReply[] = [];
    const app = {
      answer: (given: QuestionReply) => {
        replies.push(given);
        return Promise.resolve({ ok: true, message: 'claude has your answer.' });
      },
    };
    const refresh = () => Promise.resolve(overview({ tasks }));
    return { folder: { app, refresh } as unknown as FolderApp, replies };
  }

  it('is passed on', async () => {
    const { folder, replies } = folderWith();
    equal((await answerShown(folder, reply)).message, 'claude has your answer.');
    deepEqual(replies, [{ taskId: 'fix', id, text: 'Half to even.' }]);
  });

  it('is refused once the question has ended, also where a later run asks under its number', async () => {
    const later = askedQuestion({ askedAt: '2026-11-22T09:00:00.000Z', question: 'Delete all?' });
    const ended = askedQuestion({ outcome: 'timed_out' });
    for (const tasks of [[], [questionTask('fix', ended)], [questionTask('fix', later)]]) {
      const { folder, replies } = folderWith(tasks);
      const { ok, message } = await answerShown(folder, reply);
      equal(ok, false);
      match(message, /^The question is no longer open/);
      deepEqual(replies, []);
    }
  });
});
