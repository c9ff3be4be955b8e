import { deepEqual, doesNotMatch, equal, match, notEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { InterventionRecord } from '../../../src/model/run/intervention';
import type { FailureAnalysisReport, ReportedTurn } from '../../../src/model/report/pauseReport';
import {
  pauseReportMarkdown,
  type ReportedTask,
} from '../../../src/vscode/documents/pauseReportMarkdown';
import { decided, HOSTILE_REASONING, saying, undecided } from '../../support/judgedSamples';
import { codeBlock, inlineCode, escapeMarkdown } from '../../../src/text/markdown';

/** The task of the report while it is paused. */
const PAUSED: ReportedTask = {
  history: [],
  interventions: ['skip', 'resume', 'notALoop', 'rewind', 'redo'],
};

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
    const text = pauseReportMarkdown(report, PAUSED);
    match(
      text,
      /^# fix-rounding is paused\n\nThe agent has tried as many approaches as it may, and each has failed.*2026-11-21 21:30:00 UTC/,
    );
    match(text, /3 failed strategies:\n\n1\. ``Round `half` up``\n2\. \(none\)/);
    match(text, /### Turn 5: no progress, fresh start 1/);
    match(text, /Agent: `exit code 0`\n- Verification: `exit code 1`/);
  });

  it('says why the loop threshold differs, as text', () => {
    const thresholdReason =
      '4 instead of 3: 6 of 7 similar tasks were solved at the fourth turn (<b>)';
    const text = pauseReportMarkdown({ ...report, thresholdReason }, PAUSED);
    match(text, /\n\nLoop threshold 4 instead of 3: 6 of 7 similar tasks .* \(\\<b\\?>\)\.\n/);
  });

  it('says of each turn who decided, where the judge was asked about any', () => {
    const [turn] = report.turns as readonly [ReportedTurn];
    const reasoning = 'The same assertion fails.';
    const judged = decided();
    const reason = `exit code 1. The judge (${judged.by}) sees no progress: ${judged.verdict.reasoning}`;
    const turns = [turn, { ...turn, judged, reason }, { ...turn, judged: undecided() }];
    const text = pauseReportMarkdown({ ...report, turns }, PAUSED);
    match(text, /\n- Decided by: rules\n/);
    match(text, /- Reason: `exit code 1`\n/);
    match(
      text,
      /- Decided by: the judge \(qwen3:8b at localhost:11434\): no progress\n {2}- The judge said: `The same assertion fails as in attempts 1 and 2\.`\n {2}- Its cost: 2 calls, 3\.1 s, 1,204 tokens in and 80 out, \$0\.0006\n/,
    );
    match(
      text,
      /- Decided by: rules, because the judge .* gave no usable answer: no answer within 60 s/,
    );
    equal(text.split(reasoning.slice(0, 20)).length, 2);
    doesNotMatch(pauseReportMarkdown(report, PAUSED), /[Jj]udge|Decided/);
  });

  it('makes no Markdown of what a judge wrote', () => {
    const [turn] = report.turns as readonly [ReportedTurn];
    const judged = saying({ reasoning: HOSTILE_REASONING }, { by: '[x](command:evil) <b>' });
    const text = pauseReportMarkdown(
      { ...report, turns: [{ ...turn, outcome: 'progress', judged }] },
      PAUSED,
    );
    match(text, /\n {2}- The judge said: ``\[open\]\(command:devs\.run\)[^\n]*``\n/);
    match(text, /the judge \(\\\[x\\\]\(command:evil\) \\<b\\>\): progress/);
    doesNotMatch(text, /\n# heading|(?!\n)\p{Cc}|\u202e/u);
  });

  it('shows nothing that nobody sees, whoever is named so', () => {
    const [turn] = report.turns as readonly [ReportedTurn];
    const by = 'gpt\u200b\u202e4-o\u0007';
    const judged = undecided({ by, detail: `${by} is gone` });
    const turns = [{ ...turn, reason: `The judge (${by}) sees progress: yes`, judged }];
    const lastError = `no model ${by}`;
    const text = pauseReportMarkdown({ ...report, turns, lastError, taskId: by }, PAUSED);
    doesNotMatch(text, /(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  it('says what can be done, in the palette and in a terminal', () => {
    const text = pauseReportMarkdown(report, PAUSED);
    match(text, /\*\*Devs: Rewind Task…\*\* \(`devs rewind fix-rounding`\) restores the files/);
    match(text, /\*\*Devs: Redo \(Undo Rewind\)…\*\* \(`devs redo fix-rounding`\)/);
    doesNotMatch(text, /command:|What you did/);
  });

  it('offers what works now where the task has gone on since', () => {
    const offered = (interventions: ReportedTask['interventions']): readonly string[] => {
      const text = pauseReportMarkdown(report, { history: [], interventions });
      return [...text.matchAll(/^- \*\*Devs: (.*?)…?\*\*/gm)].map(([, name = '']) => name);
    };
    deepEqual(offered(['rewind', 'retry']), ['Rewind Task', 'Retry Task', 'Show Changes of Task']);
    deepEqual(offered(['accept', 'skip', 'resume']), [
      ...['Accept', 'Skip Task', 'Resume Task', 'Show Changes of Task'],
    ]);
    deepEqual(offered([]), ['Show Changes of Task']);
  });

  it('tells what you did, whatever a hint says', () => {
    const who = { pid: 42, who: 'terminal', host: 'h' } as const;
    const at = '2026-11-21T21:40:00.000Z';
    const paused = 'PAUSED_FOR_INTERVENTION';
    const detail = 'hint: `x` [click](command:evil)\n# no heading';
    const history: readonly InterventionRecord[] = [
      { at, what: 'rewind', who, from: paused, to: paused, detail: 'to after turn 2, 3 files' },
      { at, what: 'resume', from: paused, to: 'pending', detail },
    ];
    const text = pauseReportMarkdown(report, { ...PAUSED, history });
    match(
      text,
      /- 2026-11-21 21:40:00 UTC, rewind, you in a terminal, stays Paused: `to after turn 2, 3 files`/,
    );
    match(text, /: ``hint: `x` \[click\]\(command:evil\) # no heading``\n/);
    doesNotMatch(text, /^# no heading/m);
  });

  it('keeps what an agent said inside its fence', () => {
    match(pauseReportMarkdown(report, PAUSED), /````text\nexpected 2\n```\n# not a heading\n````/);
  });
});

describe('a pause report as a document, of a failure that comes again', () => {
  const signature = {
    exactHash: 'e',
    hash: 'h',
    exactMessage: 'expected 2\n```\n# not a heading',
    errorType: 'assertion',
    location: { file: 'src/<b>round.js', line: 14, function: 'roundTo' },
    contextHash: '',
    failingTests: ['rounds `half` up', '<img src=x>'],
  } as const;
  const turn: ReportedTurn = {
    number: 1,
    at: '2026-11-21T21:29:00.000Z',
    taskId: 'fix-rounding',
    outcome: 'no_progress',
    agentEnd: { kind: 'exit', code: 0 },
    verifyEnd: { kind: 'exit', code: 1 },
    firstLines: 'STRATEGY: Round',
    responseHash: '',
    state: '',
    durationMs: 1500,
    pivotDirective: 0,
    reason: '',
    changedFiles: Array.from({ length: 12 }, (_, index) => `src/${index}.js`),
    measurement: { passed: 8, failed: 2, skipped: 0 },
    failure: signature,
    newlyFailing: ['[a](http://evil)'],
    newlyPassing: ['b'],
  };
  const report: FailureAnalysisReport = {
    taskId: 'fix-rounding',
    reason: 'MAX_TURNS',
    failureCount: 1,
    failedStrategies: [],
    lastError: '',
    createdAt: '2026-11-21T21:30:00.123Z',
    turns: [turn, { ...turn, number: 2, changedFiles: [], newlyFailing: [], newlyPassing: [] }],
    failure: { signature, turns: [1, 2], exact: true },
    best: { number: 1, measurement: { passed: 8, failed: 2, skipped: 0 } },
    advice: ['Go back to turn 1, <script>or</script> ![not](http://evil).'],
  };
  const text = pauseReportMarkdown(report, PAUSED);

  it('says first what it is stuck at, in which turns, the best turn and the advice', () => {
    const [, stuck = '', advice = '', tried = ''] = text.split(/^## /m);
    match(
      stuck,
      /^Where the task is stuck\n\n\*\*Assertion failed at src\/\\<b\\>round\.js:14 in roundTo\*\*/,
    );
    match(stuck, /````text\nexpected 2\n```\n# not a heading\n````/);
    match(
      stuck,
      /- The same failure in turns 1 and 2\.\n- 2 tests fail:\n {2}- ``rounds `half` up``\n {2}- `<img src=x>`\n/,
    );
    match(stuck, /- Turn 1 was the best: 8 passed, 2 failed\./);
    match(advice, /^Advice\n\n- Go back to turn 1, /);
    match(tried, /^What was tried/);
  });

  it('tells of each turn what changed', () => {
    match(
      text,
      /- Tests: 8 passed, 2 failed\n- Changed: `src\/0\.js`, .*`src\/9\.js` and 2 more\n/,
    );
    match(text, /- Newly failing: `\[a\]\(http:\/\/evil\)`\n- Newly passing: `b`\n/);
    match(text, /- Failure: same failure as turn 1\n- Changed: no files\n/);
  });

  it('lets no HTML, link or picture come of what others wrote', () => {
    const prose = text.replace(/(`{3,})text\n[^]*?\n\1/g, '').replace(/(`+)[^\n]*?\1/g, '');
    doesNotMatch(prose, /(?<!\\)[<[\]]/);
  });

  it('says nothing of what an old report does not know', () => {
    const { failure, best, ...old } = report;
    const plain = { ...turn, changedFiles: [], newlyFailing: [], newlyPassing: [] };
    const { failure: none, measurement, ...oldTurn } = plain;
    for (const known of [failure, best, none, measurement]) notEqual(known, undefined);
    const shown = pauseReportMarkdown({ ...old, advice: [], turns: [oldTurn] }, PAUSED);
    doesNotMatch(shown, /stuck|Advice|Changed|the best|undefined/);
  });
});

describe('Markdown of what others wrote', () => {
  const text = fc.string({ unit: fc.constantFrom('`', '\n', ' ', '<', '[', '!', '\\', 'a') });

  it('cannot leave its fence', () => {
    fc.assert(
      fc.property(text, (said) => {
        const lines = codeBlock(said).split('\n');
        const fence = lines.at(-1) ?? '';
        return lines.slice(1, -1).every((line) => !line.includes(fence));
      }),
    );
  });

  it('is code on one line, or none', () => {
    fc.assert(
      fc.property(text, (said) => {
        const line = inlineCode(said);
        const ticks = /^`+/.exec(line)?.[0] ?? '';
        const inner = line.slice(ticks.length, -ticks.length || undefined);
        return line === '(none)' || (!inner.includes(ticks) && !line.includes('\n'));
      }),
    );
  });

  it('keeps a backslash before whatever could begin HTML or a link', () => {
    fc.assert(fc.property(text, (said) => !/(?<!\\)(?:\\\\)*[<[]/.test(escapeMarkdown(said))));
  });
});
