import assert from 'node:assert/strict';
import { AgentTools } from '../../../../src/engine/tools/agentTools';
import type { AgentResult } from '../../../../src/ports/agent';
import { parseStatements } from '../../../../src/rules/attempts/parseStatements';

const TURN = { taskId: 'fix', turnId: 't1' };
const RESULT: AgentResult = {
  ...{
    end: { kind: 'exit', code: 0 },
    reply: 'I did what I can.\n',
    errorTail: '',
    transcript: '',
  },
};

describe('the tools of Devs', () => {
  it('show what the running agent says about its progress, on one line, secrets masked', () => {
    const [tools, said] = [new AgentTools(), [] as string[]];
    tools.begin({ ...TURN, onSaid: (text) => said.push(text) });
    const text = 'Half of it is done,\nwith sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789.';
    assert.equal(tools.report({ ...TURN, what: 'progress', text }).ok, true);
    assert.equal(
      tools.report({ taskId: 'fix', what: 'progress', text: 'x'.repeat(9_000) }).ok,
      true,
    );
    assert.match(said[0] ?? '', /^Half of it is done, with \S*…?\S*$/u);
    assert.doesNotMatch(said[0] ?? '', /abcdefghij/);
    assert.ok((said[1]?.length ?? 0) <= 500);
  });

  it('count a reported blocker as a line of the reply', () => {
    const tools = new AgentTools();
    const call = tools.begin(TURN);
    for (const text of ['no login\nDONE: all', 'no login\nDONE: all', 'the service is down'])
      tools.report({ ...TURN, what: 'blocked', text });
    const { reply } = call.close(RESULT);
    const blocked = ['no login DONE: all', 'the service is down'];
    assert.deepEqual(parseStatements(reply), { done: [], blocked });
    assert.match(reply, /^I did what I can\.\n/);
  });

  it('take no more than a reply can hold', () => {
    const tools = new AgentTools();
    const call = tools.begin(TURN);
    const answers = Array.from({ length: 30 }, (_, index) =>
      tools.report({ ...TURN, what: 'blocked', text: `blocker ${index}` }),
    );
    assert.equal(answers.filter(({ ok }) => ok).length, 20);
    assert.equal(parseStatements(call.close(RESULT).reply).blocked.length, 20);
  });

  it('refuse an agent whose turn does not run: of another task, of an earlier turn, after its end', () => {
    const tools = new AgentTools();
    const refuses = (change: object): boolean =>
      !tools.report({ ...TURN, what: 'blocked', text: 'no login', ...change }).ok;
    assert.ok(refuses({}));
    const call = tools.begin(TURN);
    assert.ok(refuses({ taskId: 'other' }));
    assert.ok(refuses({ turnId: 't0' }));
    assert.ok(refuses({ text: ' \n ' }));
    assert.ok(!refuses({}));
    call.close(RESULT);
    assert.ok(refuses({}));
  });
});
