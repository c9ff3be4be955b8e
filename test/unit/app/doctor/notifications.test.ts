import { NO_WORKTREES } from '../../../support/noWorktrees';
import assert from 'node:assert/strict';
import type { Check } from '../../../../src/model/workspace/setupReport';
import type { Notifier } from '../../../../src/ports/notifier';
import { NO_MODELS } from '../../../support/scriptedJudge';
import { checkOf, diagnose, valid, type Patient } from './diagnosing';

const NOTIFY = ['desktop', { slack: 'HOOK' }] as const;

describe('the checks of notify', () => {
  let sent: number;
  beforeEach(() => (sent = 0));

  async function slack(
    change: Partial<Notifier>,
    options: Patient['options'] = {},
  ): Promise<Check> {
    const notifier: Notifier = {
      findProblem: () => Promise.resolve(undefined),
      deliver: () => {
        sent += 1;
        return Promise.resolve({ kind: 'delivered' });
      },
      ...change,
    };
    const parts = { adapters: { models: NO_MODELS, notifier, worktrees: NO_WORKTREES } };
    return await checkOf('notify:2', { config: valid({ notify: NOTIFY }), parts, options });
  }

  it('are none where nobody is to be told', async () => {
    const { checks } = await diagnose();
    assert.deepEqual(
      checks.filter(({ group }) => group === 'Notifications'),
      [],
    );
  });

  it('name the variable that is used, and send nothing', async () => {
    const { title, level, found } = await slack({});
    assert.deepEqual([title, level, found, sent], ['Slack', 'ok', 'ready, with HOOK', 0]);
  });

  it('warn of a variable that is not set', async () => {
    const why = 'the environment variable HOOK is not set';
    const { level, found, remedy } = await slack({ findProblem: () => Promise.resolve(why) });
    assert.deepEqual(
      [level, found, remedy],
      ['warning', why, 'Check the environment variable HOOK where Devs runs.'],
    );
  });

  it('send a test when that is asked for, in a trusted workspace only', async () => {
    const options = { sendNotifications: true };
    const { found } = await slack({}, options);
    assert.deepEqual([found, sent], ['took a test notification: see whether it arrived', 2]);
    const place = { kind: 'editor', trusted: false } as const;
    assert.equal((await slack({}, { ...options, place })).level, 'skipped');
    assert.equal(sent, 2);
    const why = 'it refused the message (403); check HOOK';
    const deliver = () => Promise.resolve({ kind: 'failed', why, again: false } as const);
    const refused = await slack({ deliver }, options);
    assert.deepEqual(
      [refused.level, refused.found, refused.remedy],
      ['warning', 'it refused the message (403)', 'Check HOOK'],
    );
  });
});
