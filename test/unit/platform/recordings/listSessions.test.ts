import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentHistories, listSessions } from '../../../../src/platform/recordings/listSessions';
import { lines } from './support';

const SHOP = '/home/dev/my.shop';

function claude(asked: string, cwd: string): string {
  const line = (type: string, content: unknown): object => ({
    ...{ type, message: { role: type, content, id: 'm1' }, sessionId: 's', uuid: 'u', cwd },
  });
  return lines(
    line('user', asked),
    line('assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }]),
    line('user', [{ type: 'tool_result', tool_use_id: 't', content: 'a.js' }]),
  );
}

describe('the sessions that agents keep', () => {
  let home: string;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'devs-sessions-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** `age`: hours since it was written. */
  function write(name: string, content: string, age = 1): string {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    const at = new Date(Date.UTC(2026, 10, 21, 12 - age));
    utimesSync(file, at, at);
    return file;
  }
  const list = (workspace: string | undefined = SHOP) =>
    listSessions(agentHistories(home, {}), workspace);
  const asked = async (): Promise<readonly (string | undefined)[]> =>
    (await list()).map((session) => session.asked);

  it('are listed with agent, time and request: those of the workspace first, then the newest', async () => {
    write('.claude/projects/-home-dev-my-shop/a.jsonl', claude('Round the cart.', SHOP), 5);
    write('.claude/projects/-home-dev-blog/b.jsonl', claude('Write a post.', '/home/dev/blog'), 1);
    write('.codex/sessions/2026/11/21/rollout-c.jsonl', claude('Add a login.', SHOP), 3);
    const hash = createHash('sha256').update(SHOP).digest('hex');
    write(`.gemini/tmp/${hash}/chats/session-d.jsonl`, claude('Translate it.', 'elsewhere'), 4);
    assert.deepEqual(
      (await list()).map(({ agent, at, asked: request, isOwn }) => [agent, at, request, isOwn]),
      [
        ['Codex', '2026-11-21T09:00:00.000Z', 'Add a login.', true],
        ['Gemini CLI', '2026-11-21T08:00:00.000Z', 'Translate it.', true],
        ['Claude Code', '2026-11-21T07:00:00.000Z', 'Round the cart.', true],
        ['Claude Code', '2026-11-21T11:00:00.000Z', 'Write a post.', false],
      ],
    );
  });

  it('lie where the agents are told to keep them', () => {
    const folders = agentHistories('/h', { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x' });
    assert.deepEqual(
      folders.slice(0, 2).map(({ folder }) => folder),
      [join('/c', 'projects'), join('/x', 'sessions')],
    );
  });

  it('are none where there are no folders, and without what is broken, unreadable or no session', async () => {
    assert.deepEqual(await list(), []);
    write('.claude/projects/p/good.jsonl', claude('Go on.', SHOP) + '{"torn": ');
    write('.claude/projects/p/empty.jsonl', '');
    write('.claude/projects/p/broken.jsonl', '{"a": 1\n'.repeat(50));
    write('.claude/projects/p/settings.json', '{"theme":"dark"}');
    write('.claude/projects/p/s/subagents/agent-1.jsonl', claude('A part of it.', SHOP));
    chmodSync(write('.claude/projects/p/closed.jsonl', claude('Hidden.', SHOP)), 0o000);
    symlinkSync(join(home, '.claude'), join(home, '.claude/projects/p/loop'));
    symlinkSync('nowhere', join(home, '.claude/projects/p/gone.jsonl'));
    const found = await asked();
    // Root reads everything.
    assert.deepEqual(
      found.filter((request) => request !== 'Hidden.'),
      ['Go on.'],
    );
  });

  it('are the newest 300 of thousands, and only the beginning of each is read', async () => {
    for (let index = 0; index < 1_000; index += 1) {
      write(`.claude/projects/p/${index}.jsonl`, claude(`Task ${index}.`, '/x'), index);
    }
    const long =
      claude('The long one.', '/x') +
      `${JSON.stringify({ type: 'x', pad: 'x'.repeat(300_000) })}\n`;
    write('.claude/projects/p/long.jsonl', long, -1);
    const found = await asked();
    assert.equal(found.length, 300);
    assert.deepEqual(found.slice(0, 3), ['The long one.', 'Task 0.', 'Task 1.']);
  });
});
