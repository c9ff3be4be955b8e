import assert from 'node:assert/strict';
import { createStepFeed } from '../../../../src/platform/agents/turn/stepFeed';
import { createTextFeed } from '../../../../src/platform/agents/command/textFeed';
import type { StepEvent } from '../../../../src/model/steps/step';
import { claudeAnswer, claudeCall, claudeResult, claudeStart } from '../../../support/claudeStream';

function fed(stdout: string, onStep?: (event: StepEvent) => void): string {
  const feed = createStepFeed('claude', onStep);
  feed.push(Buffer.from(stdout));
  return feed.replyFrom(stdout);
}

const CALLS = [claudeCall('t1', 'Bash', { command: 'npm test' }), claudeResult('t1', '1 failing')];

describe('the event stream of an agent', () => {
  it('is told step by step, and its answer is the reply', () => {
    const told: StepEvent[] = [];
    const lines = [claudeStart(), ...CALLS, claudeAnswer('I fixed it.')];
    const reply = fed(lines.join('\n'), (event) => void told.push(event));
    assert.equal(reply, 'I fixed it.');
    assert.deepEqual(
      told.map((event) => 'step' in event && [event.kind, event.step.number, event.step.tool]),
      [
        ['begun', 1, 'Bash'],
        ['ended', 1, 'Bash'],
      ],
    );
    const [, ended] = told;
    assert.equal(ended?.kind === 'ended' && ended.step.result, '1 failing');
  });

  it('tells what was used whenever that changes, and in which session', () => {
    const told: StepEvent[] = [];
    const usage = { input_tokens: 3, output_tokens: 2 };
    const message = { id: 'm1', role: 'assistant', content: [], usage };
    const used = JSON.stringify({ type: 'assistant', session_id: 's', message });
    fed(
      [claudeStart(), used, claudeResult('t1', 'x')].join('\n'),
      (event) => void told.push(event),
    );
    const spent = told.filter(({ kind }) => kind === 'spent');
    assert.deepEqual(
      spent.map((event) => event.kind === 'spent' && [event.report.models, event.session]),
      [[[{ input: 3, cacheRead: 0, cacheWrite: 0, output: 2 }], 's']],
    );
  });

  it('may be heard by one that throws: nothing else is lost', () => {
    let calls = 0;
    const reply = fed([...CALLS, claudeAnswer('Done.')].join('\n'), () => {
      calls += 1;
      throw new Error('broken');
    });
    assert.deepEqual([reply, calls], ['Done.', 1]);
  });

  it('may be missing: the reply is what was printed besides JSON', () => {
    assert.equal(fed('Not logged in\n'), 'Not logged in\n');
    assert.equal(fed('{"x":1}\nNot logged in\n{ no json\n'), 'Not logged in\n{ no json\n');
    assert.equal(fed('{"error":"no credit"}\n'), '{"error":"no credit"}\n');
  });

  it('is known to be another one: no line of it is an event', () => {
    const hasEvents = (stdout: string): boolean => {
      const feed = createStepFeed('claude', undefined);
      feed.push(Buffer.from(stdout));
      feed.replyFrom(stdout);
      return (feed.reading?.events ?? 0) > 0;
    };
    assert.equal(hasEvents('STRATEGY: read first\n'), false);
    assert.equal(hasEvents('{"type":"item.completed","item":{"id":"1"}}\n'), false);
    assert.equal(hasEvents(claudeAnswer('Done.')), true);
  });
});

describe('the output of an agent without events', () => {
  it('is told block by block while it is printed, and is its reply', () => {
    const told: StepEvent[] = [];
    const feed = createTextFeed((event) => void told.push(event));
    const stdout = 'I read.\r\nI \u001b[1medit\u001b[0m.\n\nWorking |\rDone.\n\n';
    for (const byte of Buffer.from(stdout)) feed.push(Buffer.from([byte]));
    assert.deepEqual(
      told.map((event) => event.kind === 'ended' && [event.step.number, event.step.thought]),
      [
        [1, 'I read.\nI edit.'],
        [2, 'Done.'],
      ],
    );
    assert.equal(feed.replyFrom(stdout), stdout);
    assert.equal(feed.reading, undefined);
  });

  it('is passed over where a line has no end, and goes on behind it', () => {
    const told: StepEvent[] = [];
    const feed = createTextFeed((event) => void told.push(event));
    for (let i = 0; i < 100; i += 1) feed.push(Buffer.alloc(1_000_000, 'x'));
    feed.push(Buffer.from('\nDone.\n\n'));
    assert.deepEqual(
      told.map((event) => event.kind === 'ended' && event.step.thought),
      ['Done.'],
    );
  });
});
