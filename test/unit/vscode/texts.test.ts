import { deepEqual, equal, match } from 'node:assert/strict';
import { EVENT_NAMES, type DevsEvent, type EventName } from '../../../src/model/events/devsEvent';
import { commandArgument } from '../../../src/vscode/contributions/commandArgument';
import { webviewHtml } from '../../../src/vscode/pages/webviewHtml';
import { eventLine, phaseLine } from '../../../src/vscode/run/eventLine';
import { problemPlace } from '../../../src/vscode/configFile/problemPlace';
import { clockTime } from '../../../src/text/time';
import { type Changes, eventOf } from '../../support/sampleEvents';

describe('a line of the output channel', () => {
  const event = (name: EventName, changes: Changes = {}): DevsEvent =>
    eventOf(name, changes, { taskId: 'a' });

  it('tells how a turn ended', () => {
    const data = {
      turn: 4,
      outcome: 'no_progress',
      entropyAfter: 2,
      loopThreshold: 3,
      reason: 'r',
    };
    equal(
      eventLine(event('turn_ended', data)),
      'a: turn 4 ended: no progress, failed in a row 2 of 3 (r)',
    );
  });

  it('tells in whose place the agent of a turn works, and until when', () => {
    const until = new Date(2031, 4, 6, 18, 0).toISOString();
    const data = { turn: 4, agent: 'co\ndex' };
    equal(eventLine(event('turn_started', data)), 'a: turn 4 started');
    equal(
      eventLine(event('turn_started', { ...data, inPlaceOf: 'claude', until })),
      'a: turn 4 started, co dex in place of claude until 2031-05-06 18:00',
    );
  });

  it('tells why the threshold differs and how likely the task pauses', () => {
    const data = {
      ...{ turn: 4, outcome: 'no_progress', entropyAfter: 2, reason: 'r' },
      ...{ loopThreshold: 4, configuredThreshold: 3, thresholdReason: '4 instead of 3: why' },
      prediction: {
        ...{ tasks: 10, paused: 7, probability: 0.67, score: 2 },
        reasons: [{ text: 'entropy 2', points: 2 }],
      },
    };
    equal(
      eventLine(event('turn_ended', data)),
      'a: turn 4 ended: no progress, failed in a row 2 of 4 (4 instead of 3: why) (r), ' +
        'likely to pause: 7 of 10 similar tasks did; entropy 2',
    );
  });

  it('tells what a human chose, as the engine records it', () => {
    const data = { what: 'skip', who: 'window', from: 'pending', to: 'skipped' };
    equal(eventLine(event('intervention', data)), 'a: you chose skip');
    equal(
      eventLine(event('intervention', { ...data, what: 'notALoop' })),
      'a: you chose not a loop',
    );
  });

  it('names statuses in words', () => {
    const data = { from: 'in_progress', to: 'PAUSED_FOR_INTERVENTION', reason: 'r' };
    equal(eventLine(event('task_status_changed', data)), 'a: in progress → paused (r)');
  });

  it('tells until when a task waits, in the time of the human', () => {
    const until = '2026-11-21T21:35:00.000Z';
    const reason = 'rate limited (429)';
    const line = eventLine(event('retry_scheduled', { until, delayMs: 300_000, reason }));
    equal(line, `a: waits until ${clockTime(until, new Date())} (rate limited (429))`);
    equal(
      phaseLine({ taskId: 'a', turn: 2, phase: 'waiting', until, reason }),
      `a: turn 2, waiting until ${clockTime(until, new Date())}: rate limited (429)`,
    );
    equal(clockTime('soon', new Date()), 'soon');
  });

  it('tells what the judge said, why and at what cost, or that rules decide', () => {
    const by = 'qwen3:8b at localhost:11434';
    const cost = { calls: 2, durationMs: 3_100, inputTokens: 1_204, outputTokens: 80 };
    const said = { turn: 4, by, answer: 'no progress', orchestrator_reasoning: 'the\nsame' };
    equal(
      eventLine(event('judge_asked', { ...said, ...cost })),
      `a: turn 4, the judge (${by}) says: no progress (the same), 2 calls, 3.1 s, 1,204 tokens in and 80 out`,
    );
    equal(
      eventLine(
        event('judge_asked', { turn: 4, by, answer: 'undecided', why: 'given up', calls: 0 }),
      ),
      `a: turn 4, rules decide, the judge (${by}) was not asked: it failed before in this run`,
    );
    equal(phaseLine({ taskId: 'a', turn: 4, phase: 'judge' }), 'a: turn 4, asking the judge model');
    const setup = { taskId: 'a', turn: 1, phase: 'setup' } as const;
    equal(phaseLine({ ...setup, setup: 'runs' }), 'a: turn 1, setup runs');
    equal(phaseLine({ ...setup, setup: 'reused' }), 'a: turn 1, setup reused');
  });

  it('tells who works for whom inside a turn, on one line', () => {
    const hop = {
      number: 3,
      kind: 'edge',
      from: 'planner',
      to: 'coder',
      request: 'fix\nit',
    } as const;
    const edge = { name: 'planner_to_coder', count: 2, limit: 5 } as const;
    const phase = { taskId: 'a', turn: 2, phase: 'hop' } as const;
    equal(
      phaseLine({ ...phase, hop: { ...hop, edge } }),
      'a: turn 2, hop 3: planner → coder 2/5: fix it',
    );
    const asked = { ...hop, kind: 'request', from: 'x\ny', request: '' } as const;
    equal(phaseLine({ ...phase, hop: asked }), 'a: turn 2, hop 3: x y → coder');
    equal(
      eventLine(event('gate_triggered', { reason: 'MAX_LOOP_EDGE' })),
      'a: paused, it needs you: Loop detected after 9 attempts',
    );
  });

  it('tells a loop that is proved from one that is likely, and what is done about it', () => {
    const of = (name: EventName, data: Changes): string => eventLine(event(name, data));
    equal(of('loop_detected', { level: 'suspect', message: 'm' }), 'a: maybe a loop (m)');
    equal(of('loop_detected', { message: 'm' }), 'a: loop detected (m)');
    equal(
      of('loop_recovery', { action: 'force_next', reason: 'r', content: 'LOOP DETECTED' }),
      'a: left; the next task is selected (r)',
    );
    equal(of('loop_recovery', { action: 'unblock_authority' }), 'a: may work around its blockers');
    equal(of('loop_recovery', { action: 'escalate', reason: 'r' }), 'a: asks you (r)');
    equal(
      of('attempt_recorded', { sessionId: 'session_3', status: 'blocked', blockers: ['b', 'c'] }),
      'a: attempt 1 ended: blocked (b; c)',
    );
    equal(
      of('lesson_recorded', { brokenBy: 'hint', text: 'what the human said' }),
      'a: lesson recorded, the loop was broken by a hint',
    );
  });

  it('is one line for every event, whatever its texts, and leaves unknown facts out', () => {
    for (const name of EVENT_NAMES) {
      const reason = name === 'gate_triggered' ? {} : { reason: 'one\ntwo' };
      const line = eventLine(event(name, { ...reason, message: 'a\nb', prompt: 'secret' }));
      equal(/\n|secret/.test(line), false, line);
    }
  });
});

describe('the place of a problem', () => {
  it('is counted from 0', () => {
    deepEqual(
      problemPlace({ source: 'devs.yaml', line: 3, column: 5, endColumn: 9, message: 'm' }),
      { line: 2, column: 4, endColumn: 8, message: 'm' },
    );
  });

  it('reaches to the end of the line where the end is unknown', () => {
    deepEqual(problemPlace({ source: 'devs.yaml', line: 3, message: 'm' }), {
      line: 2,
      column: 0,
      endColumn: undefined,
      message: 'm',
    });
  });

  it('is the first line for a variable, which the message names', () => {
    const place = problemPlace({ source: 'DEVS_MAX_PIVOTS', message: '"x" is no number.' });
    deepEqual([place.line, place.message], [0, 'DEVS_MAX_PIVOTS: "x" is no number.']);
  });
});

describe('the dashboard page', () => {
  const html = webviewHtml({
    cspSource: 'https://w',
    nonce: 'N0NCE',
    scriptUri: 'https://w/dashboard.js',
    styleUri: 'https://w/dashboard-style.css',
  });

  it('allows nothing but our own script and style', () => {
    match(
      html,
      /default-src 'none'; script-src 'nonce-N0NCE'; style-src https:\/\/w 'nonce-N0NCE'/,
    );
    equal(/unsafe|\*/.test(html), false);
    match(html, /<meta property="csp-nonce" content="N0NCE">/);
  });

  it('has the element that the dashboard is put into before its script', () => {
    match(
      html,
      /<div id="app"><\/div>\s*<script type="module" nonce="N0NCE" src="https:\/\/w\/dashboard\.js">/,
    );
  });
});

describe('the argument of a command', () => {
  it('is an object, a resource or nothing', () => {
    deepEqual(commandArgument({ taskId: 'a', hint: 'h', other: 1 }), { taskId: 'a', hint: 'h' });
    deepEqual(commandArgument(undefined), {});
    deepEqual(commandArgument('a'), {});
    deepEqual(commandArgument({ taskId: 5 }), {});
    const uri = {
      scheme: 'file',
      path: '/shop/devs.yaml',
      toString: () => 'file:///shop/devs.yaml',
    };
    deepEqual(commandArgument(uri), { folder: 'file:///shop/devs.yaml' });
  });
});
