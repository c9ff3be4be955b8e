import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import type { ExportAnswer, RunReportAnswer } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import type { AnsweredCalls } from '../../../src/model/permissions/answeredCalls';
import type { RunReport } from '../../../src/model/run/runReport';
import { aHop, aRunReport, aTaskOfRun, aTurn } from '../platform/reportFiles/samples';
import { anOverview, aReport, aTask, devs, fakeApp } from './fakeApp';

const FILES = { markdown: '/state/runs/a.md', json: '/state/runs/a.json' };

describe('devs report of a run', () => {
  let asked: unknown[][];
  beforeEach(() => (asked = []));

  function appWith(report: RunReport | undefined, change: Partial<App> = {}) {
    const answer: RunReportAnswer =
      report === undefined
        ? { ok: false, message: 'There is no run report yet: Devs writes one when a run ends.' }
        : { ok: true, report, files: FILES, markdown: '# text' };
    const overview = anOverview({ tasks: [aTask('fix', { status: 'PAUSED_FOR_INTERVENTION' })] });
    return fakeApp(overview, {
      runReport: (choice) => {
        asked.push(['show', choice]);
        return Promise.resolve(answer);
      },
      exportRunReport: (choice, options) => {
        asked.push(['export', choice, options]);
        return Promise.resolve({
          ok: true,
          message: 'Exported the report to /out.',
          files: FILES,
          copied: 3,
        });
      },
      runReports: () =>
        Promise.resolve(
          report === undefined ? [] : [{ ...report, turnCount: report.turns.length }],
        ),
      ...change,
    });
  }

  it('shows the newest run: its end, why, and every turn with its hops', async () => {
    const turns = [aTurn({ hops: [aHop()], pivotDirective: 1 })];
    const { code, stdout } = await devs('report', appWith(aRunReport({ turns, hopCount: 1 })));
    equal(code, 0);
    const lines = stdout.split('\n');
    equal(lines[0], 'Run 2026-11-21T21-30-00-123: paused, it needs you');
    equal(lines[1], '  fix: every strategy failed. Loop detected after 3 attempts.');
    match(
      lines[2] ?? '',
      /^ {2}started .* by you in a terminal, took 2m 04s, 1 turn, 1 hop, 2 fresh starts$/,
    );
    match(stdout, /\nfix {2}Paused: every strategy failed/);
    match(stdout, /\n {2}Loop: Loop detected after 3 attempts\n/);
    match(stdout, /\n {2}1 {5}no progress ↻ {2}1m 01s {2}1 {5}1 {6}verification failed/);
    match(stdout, /\n {2}1\/1 {2}planner → coder 3\/5 {2}answered {2}12\.1s {2}round half up\n/);
    match(stdout, /Full report, with transcripts and diffs: \/state\/runs\/a\.md\n/);
  });

  it('a hop that nobody ended was cut off: nobody is at work in a run that is over', async () => {
    const hop = aHop({ outcome: 'running', answer: '', durationMs: 0 });
    const report = aRunReport({ turns: [aTurn({ outcome: 'interrupted', hops: [hop] })] });
    const { stdout } = await devs('report', appWith(report));
    match(stdout, /\n {2}1\/1 {2}planner → coder 3\/5 {2}interrupted {2,}0\.0s {2}round half up\n/);
    doesNotMatch(stdout, /at work/);
  });

  it('hands nothing to the terminal that it would obey', async () => {
    const evil = '\u001b[2J\u001b]0;x\u0007gone\u202eback\nsecond';
    const report = aRunReport({
      stopReason: evil,
      tasks: [aTaskOfRun({ title: evil, statusReason: evil, loops: [evil], question: evil })],
      turns: [aTurn({ reason: evil, hops: [aHop({ from: evil, request: evil, answer: evil })] })],
    });
    const shown = await devs('report', appWith(report));
    for (const each of shown.stdout.split('\n')) doesNotMatch(each, /\p{Cc}|\u202e/u);
    const listed = await devs('report --list', appWith(report));
    for (const each of listed.stdout.split('\n')) doesNotMatch(each, /\p{Cc}|\u202e/u);
    equal(listed.stdout.split('\n').length, 3);
  });

  const permissions: readonly AnsweredCalls[] = [
    {
      ...{ action: 'run `npm install`', allowed: false, by: 'nobody', count: 4 },
      remedy: 'Add it',
    },
    { action: 'edit `a\u001b[2J\u202e.js`', allowed: true, by: 'human', count: 1 },
  ];
  const ASKED = [
    'Permissions  4 calls refused, 1 allowed',
    '  Refused 4 times, nobody was there to answer: run `npm install`. To allow it: Add it.',
    '  Allowed once by you: edit `a\ufffd.js`.',
  ];

  it('tells what its agents were allowed and refused', async () => {
    const report = aRunReport({ tasks: [aTaskOfRun({ permissions })] });
    const { stdout } = await devs('report', appWith(report));
    equal(stdout.includes(`\n${ASKED.map((line) => `  ${line}`).join('\n')}\n`), true, stdout);
  });

  it('is what is told of a task that has needed nobody', async () => {
    const done = aTaskOfRun({ status: 'done', statusReason: '', loops: [], permissions });
    const turns = [aTurn({ outcome: 'success', reason: 'it passed' }), aTurn({ taskId: 'other' })];
    const report = aRunReport({ tasks: [aTaskOfRun({ id: 'other' }), done], turns });
    const { code, stdout } = await devs('report fix', appWith(report));
    equal(code, 0);
    match(stdout, /^fix {2}Done\n {2}TURN .*\n {2}1 .*it passed\n/);
    equal(stdout.includes(`\n${ASKED.map((line) => `  ${line}`).join('\n')}\n`), true, stdout);
    doesNotMatch(stdout, /other/);
    match(
      stdout,
      /\n\nReport of the whole run: `devs report --run 2026-11-21T21-30-00-123`, or \/state/,
    );
    const json = await devs('report fix --json', appWith(report));
    deepEqual(JSON.parse(json.stdout), { run: report.id, ...done, turns: turns.slice(0, 1) });
  });

  it('adds to the report of a pause what its agents were allowed and refused', async () => {
    const report = aRunReport({ tasks: [aTaskOfRun({ permissions })] });
    const app = appWith(report, { report: () => Promise.resolve(aReport({ taskId: 'fix' })) });
    const { stdout } = await devs('report fix', app);
    equal(stdout.includes(`\n\n${ASKED.map((line) => `  ${line}`).join('\n')}\n`), true, stdout);
    const json = await devs('report fix --json', app);
    deepEqual((JSON.parse(json.stdout) as { permissions: unknown }).permissions, permissions);
  });

  it('shows as JSON all that the file holds, and where it lies', async () => {
    const report = aRunReport();
    const { stdout } = await devs('report --json', appWith(report));
    deepEqual(JSON.parse(stdout), { ...report, files: FILES });
  });

  for (const [line, choice] of [
    ['report', {}],
    ['report --run', {}],
    ['report --run 2026-11', { id: '2026-11' }],
    ['report fix --run', { taskId: 'fix' }],
  ] as const) {
    it(`devs ${line} asks for ${JSON.stringify(choice)}`, async () => {
      equal((await devs(line, appWith(aRunReport()))).code, 0);
      deepEqual(asked, [['show', choice]]);
    });
  }

  it('exports into a folder as seen from the current one', async () => {
    for (const [line, choice, force] of [
      ['report --export out', {}, false],
      ['report fix --export out --force', { taskId: 'fix' }, true],
      ['report --run 2026 --export /out', { id: '2026' }, false],
    ] as const) {
      asked = [];
      const { code, stdout } = await devs(line, appWith(aRunReport()));
      equal(code, 0);
      equal(stdout, 'Exported the report to /out.\n');
      deepEqual(asked, [['export', choice, { folder: '/out', force }]]);
    }
  });

  it('says how to replace what is in the way', async () => {
    const taken: ExportAnswer = { ok: false, message: '/out/a.md is there already.', taken: true };
    const app = appWith(undefined, { exportRunReport: () => Promise.resolve(taken) });
    const { code, stderr } = await devs('report --export out', app);
    equal(code, 1);
    match(stderr, /is there already\. Choose another folder, or replace it with --force\./);
  });

  it('is an error where there is none; an empty list is not', async () => {
    const { code, stderr } = await devs('report', appWith(undefined));
    equal(code, 1);
    match(stderr, /There is no run report yet/);
    const list = await devs('report --list', appWith(undefined));
    equal(list.code, 0);
    match(list.stdout, /^There is no run report yet/);
    deepEqual(JSON.parse((await devs('report --list --json', appWith(undefined))).stdout), {
      runs: [],
    });
  });

  for (const [line, why] of [
    ['report --changes', /--changes needs a task/],
    ['report fix --changes --run', /cannot be combined with --run, --list or --export/],
    ['report --list --run', /--list cannot be combined/],
    ['report fix --list', /--list cannot be combined/],
    ['report fix --run 2026', /Name a task or a run, not both: fix or --run 2026\./],
    ['report --force', /--force needs --export/],
  ] as const) {
    it(`refuses devs ${line}`, async () => {
      const { code, stderr } = await devs(line, appWith(aRunReport()));
      equal(code, 1);
      match(stderr, why);
      deepEqual(asked, []);
    });
  }

  it('is named beside the pause report of a task', async () => {
    const app = appWith(aRunReport(), {
      report: () => Promise.resolve(aReport({ taskId: 'fix' })),
    });
    const { code, stdout, stderr } = await devs('report fix', app);
    equal(code, 0);
    match(stdout, /ENTROPY PAUSE/);
    match(stderr, /Report of the newest run: `devs report --run 2026-11-21T21-30-00-123`\./);
  });
});
