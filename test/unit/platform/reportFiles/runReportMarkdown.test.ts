import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { runReportMarkdown } from '../../../../src/reports/run/runReportMarkdown';
import { decided, saying, undecided } from '../../../support/judgedSamples';
import { aHop, aRunReport, aTaskOfRun, aTurn } from './samples';

/** Text as an agent may print it, with what Markdown, a terminal and a reader could be deceived by. */
const evil = fc
  .array(
    fc.constantFrom(
      '# h\n',
      '|',
      '\\',
      '`',
      '```\n',
      '[x](command:y)',
      '![p](http://x/p.png)',
      '<img src=x>',
      '</details>',
      '&lt;',
      '\u001b[2J',
      '\u202e',
      '\u200b',
      '\r\n',
      '$x$',
      '~~~\n',
      '| --- |',
      'word ',
      '\ud800',
      '(',
      ')',
      ' ',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('the text of a run report', () => {
  it('tells at its head how the run ended, why, and what there was', () => {
    const lines = runReportMarkdown(aRunReport({ selection: ['fix', 'other'] }), '../').split('\n');
    equal(lines[0], '# Run of 2026-11-21 21:30:00 UTC: paused, it needs you');
    equal(lines[2], '**Terminal status:** paused, it needs you');
    equal(lines[4], '**Stop reason:** fix: every strategy failed. Loop detected after 3 attempts.');
    equal(
      lines[6],
      '1 task took part, with 1 turn, 2 fresh starts in 2 min 4 s. The run was started by you in a terminal for `fix`, `other`; it ended at 2026-11-21 21:32:04 UTC.',
    );
  });

  it('lists the hops of a turn with their edges, and the loop inside it', () => {
    const turn = aTurn({
      hops: [
        aHop(),
        aHop({
          number: 2,
          to: 'verifier',
          outcome: 'failed',
          edge: { name: 'planner_to_verifier', count: 1, limit: 3 },
        }),
      ],
      inTurnLoop: {
        detector: 'edge limit',
        message: 'Planner detected loop planner→coder without progress after 6 hops.',
        hops: [1],
      },
      exit: { kind: 'ask_human', by: 'edge limit', stopReason: 'six hops' },
    });
    const text = runReportMarkdown(aRunReport({ turns: [turn] }), '../');
    match(
      text,
      /\n### Hops \(calls between agents\) of turn 1\n\n\*\*Loop:\*\* Planner detected loop planner→coder without progress after 6 hops\.\n/,
    );
    match(text, /\n\*\*Exit ask_human:\*\* six hops\n/);
    match(
      text,
      /\n\| 1 \| planner → coder 3\/5 \| answered \| 12\.1 s \| round half up \| done so \| {2}\|\n/,
    );
    match(text, /\n\| 2 \| planner → verifier 1\/3 \| failed \|/);
  });

  it('quotes a question as it was asked', () => {
    const text = runReportMarkdown(
      aRunReport({ tasks: [aTaskOfRun({ question: 'Half up\nor half even? ```' })] }),
      '../',
    );
    match(text, /### Question for you\n\n````text\nHalf up\nor half even\? ```\n````\n/);
  });

  it('has links to files as seen from its place, and no others, whatever agents say', () => {
    const link = /\[(?:[^\]\\]|\\.)*\]\(([^)]*)\)/g;
    fc.assert(
      fc.property(evil, evil, fc.boolean(), (said, name, judges) => {
        const report = aRunReport({
          stopReason: said,
          selection: [said],
          tasks: [aTaskOfRun({ title: said, statusReason: said, loops: [said], question: said })],
          turns: [
            aTurn({
              reason: said,
              changedFiles: [said],
              judged: judges
                ? saying({ reasoning: said }, { by: said })
                : undecided({ by: said, detail: said }),
              diff: 'runs/a/b.diff',
              transcripts: [`transcripts/fix/${name}.log`],
              hops: [
                aHop({
                  from: said,
                  to: said,
                  request: said,
                  answer: said,
                  reason: said,
                  progress: said,
                }),
              ],
            }),
          ],
        });
        const text = runReportMarkdown(report, '../');
        const plain = withoutCode(text);
        const targets = [...plain.matchAll(link)].map(([, target]) => target ?? '');
        ok(
          targets.every((target) => target.startsWith('../')),
          JSON.stringify(targets),
        );
        equal(targets.length, 2, plain);
        doesNotMatch(text, /(?![\n\t])[\p{Cc}\p{Cf}]/u);
        doesNotMatch(plain, /(?<!\\)<(?:img|\/details)/);
        const rows = text.split('\n').filter((line) => line.startsWith('| 1 |'));
        deepEqual(rows.map(cellsIn), [9, 7]);
      }),
      { numRuns: 300 },
    );
  });

  it('says of each turn who decided, where the judge was asked about any', () => {
    const turns = [aTurn(), aTurn({ number: 2, judged: decided() })];
    const text = runReportMarkdown(aRunReport({ turns, judge: decided().cost }), '../');
    match(text, / Asking the judge took 2 calls, 1,284 tokens, \$0\.0006\.\n/);
    match(text, /\n\| Turn \| Outcome \| Hops \| Took \| Decided by \| Why \|/);
    match(text, /\n\| 1 \| no progress \| 0 \| 1 min 1 s \| rules \| verification failed/);
    match(text, /\n\| 2 \| no progress \| 0 \| 1 min 1 s \| judge: no progress \| verification/);
    match(
      text,
      /\n### Questions to the judge\n\n- Turn 2, decided by the judge \(.*\): no progress\n {2}- The judge said: `The same .*`\n {2}- Its cost: 2 calls/,
    );
    doesNotMatch(runReportMarkdown(aRunReport(), '../'), /judge|Decided/i);
  });

  it('stays readable with thousands of turns', () => {
    const turns = Array.from({ length: 5_000 }, (_, index) => aTurn({ number: index + 1 }));
    const text = runReportMarkdown(aRunReport({ turns }), '../');
    match(text, /\n4,500 earlier turns are listed only in the JSON file\.\n/);
    ok(text.length < 200_000);
  });

  it('shows the hops of the turns that it shows, and how many more there were', () => {
    const turns = Array.from({ length: 5_000 }, (_, index) =>
      aTurn({ number: index + 1, hops: [aHop()], hopCount: 7 }),
    );
    const text = runReportMarkdown(aRunReport({ turns }), '../');
    equal(text.match(/^### Hops \(calls between agents\) of turn /gm)?.length, 500);
    match(
      text,
      /\n### Hops \(calls between agents\) of turn 4501\n\n6 earlier hops not listed\.\n\n\| Hop \|/,
    );
    match(text, /\n\| 4501 \| no progress \| 7 \|/);
  });
});

/** The text without its code: nothing in there is Markdown. */
function withoutCode(text: string): string {
  return text
    .replace(/^(`{3,})text\n[^]*?\n\1$/gm, '')
    .replace(/(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
}

function cellsIn(row: string): number {
  return row.replace(/\\./g, '').split('|').length - 2;
}
