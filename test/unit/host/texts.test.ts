import { deepEqual, equal, match } from 'node:assert/strict';
import type { DevsEvent } from '../../../src/domain/run';
import { EVENT_NAMES } from '../../../src/domain/run';
import type { FailureAnalysisReport } from '../../../src/domain/report';
import { commandArgument } from '../../../src/host/commandArgument';
import { dashboardHtml } from '../../../src/host/dashboardHtml';
import { eventLine } from '../../../src/host/eventLine';
import { problemPlace } from '../../../src/host/problemPlace';
import { reportMarkdown } from '../../../src/host/reportMarkdown';
import { taskIdFrom } from '../../../src/host/taskId';

describe('a line of the output channel', () => {
  const event = (name: DevsEvent['event'], data: DevsEvent['data'] = {}): DevsEvent => ({
    at: '2026-11-21T21:30:00.000Z',
    event: name,
    taskId: 'a',
    data,
  });

  it('tells how a turn ended', () => {
    const data = {
      turn: 4,
      outcome: 'no_progress',
      entropyAfter: 2,
      loopThreshold: 3,
      reason: 'r',
    };
    equal(eventLine(event('turn_ended', data)), 'a: turn 4 ended: no_progress, entropy 2 of 3 (r)');
  });

  it('tells what a human chose, as the engine records it', () => {
    const data = { what: 'skip', who: 'window', from: 'pending', to: 'skipped' };
    equal(eventLine(event('intervention', data)), 'a: you chose skip');
  });

  it('is one line for every event, whatever its data, and leaves unknown facts out', () => {
    for (const name of EVENT_NAMES) {
      const line = eventLine(event(name, { reason: 'one\ntwo', prompt: 'secret', turn: {} }));
      equal(/\n|secret/.test(line), false, line);
    }
  });
});

describe('a pause report as a document', () => {
  const report: FailureAnalysisReport = {
    taskId: 'fix-rounding',
    reason: 'MAX_PIVOTS_EXCEEDED',
    failureCount: 3,
    failedStrategies: ['Round `half` up', ''],
    lastError: 'expected 2\n```\n# not a heading\n',
    createdAt: '2026-11-21T21:30:00.123Z',
    turns: [
      {
        number: 5,
        at: '2026-11-21T21:29:00.000Z',
        taskId: 'fix-rounding',
        outcome: 'no_progress',
        agentEnd: { kind: 'exit', code: 0 },
        verifyEnd: { kind: 'exit', code: 1 },
        firstLines: 'STRATEGY: Round',
        responseHash: 'a'.repeat(64),
        state: '',
        durationMs: 1500,
        pivotDirective: 1,
        reason: '',
        changedFiles: [],
        newlyFailing: [],
        newlyPassing: [],
      },
    ],
    advice: [],
  };

  it('tells why, what was tried and which turns prove it', () => {
    const text = reportMarkdown(report);
    match(text, /^# fix-rounding is paused\n\nEvery strategy has failed.*2026-11-21 21:30:00 UTC/);
    match(text, /3 failed strategies:\n\n1\. ``Round `half` up``\n2\. \(none\)/);
    match(text, /### Turn 5: no progress, pivot directive 1/);
    match(text, /Agent: `exit code 0`\n- Verification: `exit code 1`/);
  });

  it('keeps what an agent said inside its fence', () => {
    match(reportMarkdown(report), /````text\nexpected 2\n```\n# not a heading\n````/);
  });
});

describe('an id from a title', () => {
  it('is kebab-case without accents', () => {
    equal(taskIdFrom('Füge Login hinzu!', []), 'fuge-login-hinzu');
    equal(taskIdFrom('  ', []), 'task');
    equal(taskIdFrom('登录', []), 'task');
  });

  it('differs from those that are taken', () => {
    equal(taskIdFrom('Add login', ['add-login', 'add-login-2']), 'add-login-3');
  });

  it('is not too long and does not end in a hyphen', () => {
    equal(taskIdFrom(`${'x'.repeat(39)} tail`, []), 'x'.repeat(39));
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
  const html = dashboardHtml({
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
    match(html, /<div id="app"><\/div>\s*<script nonce="N0NCE" src="https:\/\/w\/dashboard\.js">/);
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
