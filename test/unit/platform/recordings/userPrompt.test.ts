import assert from 'node:assert/strict';
import { join } from 'node:path';
import { MAX_PROMPT_CHARACTERS } from '../../../../src/platform/recordings/parts/userPrompt';
import type { RecordedRun } from '../../../../src/model/steps/replayedRun';
import { aRun, FIXTURES, lines, readAll, Scratch } from './support';

const REQUEST = 'Fix the rounding.';
const REMINDER = '<system-reminder>\nThe date is not what it was.\n</system-reminder>\n';

/** What each recording tells of what its first run was asked for. */
const TOLD: Readonly<Record<string, string | undefined>> = {
  'claude-transcript.jsonl': REQUEST,
  'claude-stream.jsonl': undefined,
  'codex-events.jsonl': undefined,
  'codex-rollout.jsonl': REQUEST,
  'gemini-events.jsonl': REQUEST,
  'gemini-chat.json': REQUEST,
  'gemini-chat.jsonl': REQUEST,
  'swe-agent.traj': undefined,
  'mini-swe-agent.traj.json': REQUEST,
  'mini-swe-agent-1.traj.json': REQUEST,
  'openhands-events.json': REQUEST,
  'openhands-sdk.jsonl': REQUEST,
  'recorded-runs.jsonl': undefined,
  [join('fix-rounding', 'turn-7.agent.log')]: undefined,
};

function askedOf(runs: readonly RecordedRun[]): readonly (string | undefined)[] {
  return runs.map(({ asked }) => asked);
}

describe('what a run was asked for', () => {
  const scratch = new Scratch();
  after(() => scratch.remove());

  const asked = async (...values: readonly unknown[]): Promise<string | undefined> => {
    const { runs } = await scratch.read(lines(...values));
    assert.equal(runs.length, 1);
    return runs[0]?.asked;
  };

  for (const [file, told] of Object.entries(TOLD)) {
    it(`${told === undefined ? 'is not told' : 'is told'} by ${file}`, async () => {
      const { runs } = await readAll(join(FIXTURES, file));
      assert.equal(runs[0]?.asked, told);
      assert.equal(
        runs.some((run) => run.asked === undefined && 'asked' in run),
        false,
      );
    });
  }

  it('is no member of the recorded-run format', async () => {
    assert.equal(await asked({ ...aRun('a'), asked: REQUEST }), undefined);
  });

  it('is the request, not what a program put before it or sent in its place', async () => {
    const user = (content: unknown): object => ({ role: 'user', content });
    const answer = { role: 'assistant', content: 'Done.' };
    const chat = async (...contents: readonly unknown[]): Promise<string | undefined> =>
      asked({ messages: [...contents.map(user), answer] });
    assert.equal(await chat(`${REMINDER}${REMINDER}${REQUEST}`), REQUEST);
    assert.equal(await chat([{ type: 'text', text: REMINDER }, { text: REQUEST }]), REQUEST);
    assert.equal(await chat(REMINDER, `  ${REQUEST}\n`), REQUEST);
    assert.equal(await chat('<uploaded_files>\n/shop\n</uploaded_files>\nRound.'), 'Round.');
    assert.equal(
      await chat(
        'I added a repository.\n<issue_description>\nRound.\nNot up.\n</issue_description>',
      ),
      'Round.\nNot up.\n</issue_description>',
    );
    assert.equal(await chat('<system-reminder>\nIt has no end.'), undefined);
    assert.equal(await chat('<div> is not closed.'), '<div> is not closed.');
    assert.equal(await chat('', [], null, 7, {}, [[]], { text: 7 }), undefined);
  });

  it('is in a rollout of Codex the request, not what Codex tells of the project and the editor', async () => {
    const said = (...texts: readonly string[]): object => ({
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'user',
        content: texts.map((text) => ({ type: 'input_text', text })),
      },
    });
    const rules = '# AGENTS.md instructions for /shop\n\n<INSTRUCTIONS>\nTest.\n</INSTRUCTIONS>';
    const place = '<environment_context>\n  <cwd>/shop</cwd>\n</environment_context>';
    const older = '<user_instructions>\n\nTest.\n\n</user_instructions>';
    assert.equal(await asked(said(rules, place), said(REQUEST), said('Thanks.')), REQUEST);
    assert.equal(await asked(said(older), said(place), said(REQUEST)), REQUEST);
    assert.equal(await asked(said('# AGENTS.md instructions\n\nTest.'), said(REQUEST)), REQUEST);
    const editor = '# Context from my IDE setup:\n\n## Active file: a.js\n\n';
    assert.equal(await asked(said(`${editor}## My request for Codex:\n${REQUEST}\n`)), REQUEST);
    const developer = { type: 'message', role: 'developer', content: [{ text: 'Be brief.' }] };
    assert.equal(await asked({ type: 'response_item', payload: developer }), undefined);
  });

  it('is in a chat of Gemini CLI what was not taken back', async () => {
    const user = (id: string, content: unknown): object => ({ id, type: 'user', content });
    const head = { sessionId: 's', projectHash: 'p' };
    const notice = { id: '0', type: 'info', content: 'There is a newer version.' };
    const first = user('1', '<session_context>\nToday.\n</session_context>');
    const told = [head, notice, first, user('2', 'Draw it.'), { $rewindTo: '2' }];
    assert.equal(await asked(...told, user('3', [{ text: REQUEST }])), REQUEST);
    assert.equal(await asked(...told), undefined);
  });

  it('is of SWE-agent the issue, not the demonstration', async () => {
    const history = [
      { role: 'system', content: 'You are an engineer.' },
      { role: 'user', content: 'Here is a demonstration.', is_demo: true },
      { role: 'user', content: `Here's the issue text:\nISSUE:\n${REQUEST}` },
    ];
    assert.equal(await asked({ trajectory: [], history }), REQUEST);
    for (const odd of [null, 7, 'x', {}, [null, 7, { role: 'user', content: 7 }]]) {
      assert.equal(await asked({ trajectory: [], history: odd }), undefined);
    }
  });

  it('is kept as its beginning, however long it is and whatever it consists of', async () => {
    const long = 'word '.repeat(2_000_000);
    const wrapped = '<system-reminder></system-reminder>'.repeat(100_000) + REQUEST;
    const endless = `<system-reminder ${'x'.repeat(1_000_000)}`;
    const chat = [long, wrapped, endless].map((content) => {
      return {
        messages: [
          { role: 'user', content },
          { role: 'assistant', content: 'Done.' },
        ],
      };
    });
    const { runs } = await scratch.read(lines(...chat));
    const [first, second, third] = askedOf(runs);
    assert.equal(first, long.slice(0, MAX_PROMPT_CHARACTERS).trim());
    assert.equal(second, REQUEST);
    assert.equal(third?.length, MAX_PROMPT_CHARACTERS);
  });
});
