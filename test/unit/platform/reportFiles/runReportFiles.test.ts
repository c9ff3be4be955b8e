import { deepEqual, doesNotMatch, equal, match, ok, rejects } from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createRunReports } from '../../../../src/platform/reportFiles/runReportFiles';
import { nodeReportFs, type ReportFs } from '../../../../src/platform/reportFiles/runReportFiles';
import { StateError } from '../../../../src/ports/workspaceState';
import { aHop, aRunReport, aTurn } from './samples';

describe('reports of runs as files', () => {
  let root: string;
  let state: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'devs-reports-'));
    state = join(root, 'state');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const report = aRunReport();
  const at = (...parts: string[]): string => join(state, ...parts);
  const idOf = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00-00-00-000`;

  it('writes both, for the user alone, and reads them back', async () => {
    const reports = createRunReports(state);
    const files = await reports.write(report, '# text\n');
    equal(files.markdown, at('runs', `${report.id}.md`));
    equal(readFileSync(files.markdown, 'utf8'), '# text\n');
    if (process.platform !== 'win32') equal(statSync(files.json).mode & 0o077, 0);
    deepEqual(await reports.read(report.id), { ...files, report });
    deepEqual(await reports.read('2026-11-21'), { ...files, report });
    deepEqual(
      (await reports.list()).map(({ id, turnCount }) => [id, turnCount]),
      [[report.id, 1]],
    );
  });

  it('deceives nobody who looks at the file in a terminal', async () => {
    const odd = aRunReport({ stopReason: 'gpt\u202e4\u200b-o is gone' });
    const { json } = await createRunReports(state).write(odd, '');
    match(readFileSync(json, 'utf8'), /"gpt\\u202e4\\u200b-o is gone"/);
    deepEqual((await createRunReports(state).read(odd.id))?.report, odd);
  });

  it('has none where nothing was ever written', async () => {
    const reports = createRunReports(state);
    deepEqual(await reports.list(), []);
    deepEqual(await reports.ids(), []);
    equal(await reports.read('2026'), undefined);
    deepEqual(await reports.prune(1), []);
    equal(existsSync(state), false);
  });

  it('takes the beginning of an id only where it fits one alone', async () => {
    const reports = createRunReports(state);
    for (const day of [1, 2]) await reports.write({ ...report, id: idOf(day) }, '');
    equal(await reports.read('2026-01'), undefined);
    equal((await reports.read('2026-01-02'))?.report.id, idOf(2));
    equal(await reports.read(''), undefined);
    deepEqual(await reports.ids(), [idOf(2), idOf(1)]);
  });

  it('leaves out what is no report: half a file, another one’s name, other versions', async () => {
    const reports = createRunReports(state);
    await reports.write(report, '');
    const whole = readFileSync(at('runs', `${report.id}.json`), 'utf8');
    writeFileSync(at('runs', `${idOf(1)}.json`), whole.slice(0, 100));
    writeFileSync(at('runs', `${idOf(2)}.json`), whole);
    writeFileSync(at('runs', `${idOf(3)}.json`), '{"id":"x"}');
    writeFileSync(at('runs', 'notes.json'), whole);
    mkdirSync(at('runs', `${idOf(4)}.json`));
    symlinkSync(at('runs', `${report.id}.json`), at('runs', `${idOf(5)}.json`));
    deepEqual(
      (await reports.list()).map(({ id }) => id),
      [report.id],
    );
    equal(await reports.read(idOf(1)), undefined);
  });

  it('links to nothing but transcripts and its own diffs, whatever its file says', async () => {
    const own = [`runs/${report.id}/fix-turn-1.diff`, 'transcripts/fix/id-1.agent.log'] as const;
    const [diff, transcript] = own;
    const foreign = [
      '../../secret',
      '/etc/passwd',
      'devs.db',
      'command:devs.run',
      'transcripts/../x',
    ];
    const reports = createRunReports(state);
    const turns = [
      aTurn({ diff, transcripts: [transcript, ...foreign], hops: [aHop({ transcript })] }),
      ...foreign.map((name) => aTurn({ diff: name, hops: [aHop({ transcript: name })] })),
    ];
    await reports.write(aRunReport({ turns }), '');
    const [first, ...others] = (await reports.read(report.id))?.report.turns ?? [];
    deepEqual(
      [first?.diff, first?.transcripts, first?.hops[0]?.transcript],
      [diff, [transcript], transcript],
    );
    equal(others.length, foreign.length);
    for (const turn of others) {
      equal(turn.diff, undefined);
      equal(turn.hops[0]?.transcript, '');
    }
  });

  it('never writes outside its folders, whatever an id or a name says', async () => {
    const reports = createRunReports(state);
    for (const id of [
      '../../evil',
      '',
      '2026-01-01T00-00-00/../../x',
      'CON',
      '2026-01-01T00:00:00',
    ]) {
      await rejects(reports.write({ ...report, id }, ''), StateError);
      await rejects(reports.writeDiff(id, 'a', ''), StateError);
    }
    const anyName = fc.oneof(
      fc.string(),
      fc.constantFrom('../x', '/etc/x', 'a/../../b', '..', 'nul', ''),
    );
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        const issue = await reports.writeIssue(name, 'text');
        ok(issue.startsWith(at('issues')) && issue.endsWith('.md'), issue);
        doesNotMatch(issue.slice(at('issues').length + 1), /[/\\]/);
        match(
          await reports.writeDiff(report.id, name, 'diff'),
          /^runs\/2026-11-21T21-30-00-123\/[^/]+\.diff$/,
        );
      }),
      { numRuns: 100 },
    );
    deepEqual(readdirSync(root), ['state']);
    deepEqual(readdirSync(state).sort(), ['issues', 'runs']);
  });

  it('says what to do when the disk is full, and leaves no half report', async () => {
    let left = 1;
    const full: ReportFs = {
      ...nodeReportFs,
      durable: {
        ...nodeReportFs.durable,
        write: (fd, bytes, offset) => {
          if ((left -= 1) < 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
          return nodeReportFs.durable.write(fd, bytes, offset);
        },
      },
    };
    const reports = createRunReports(state, full);
    await rejects(reports.write(report, '# text'), /the disk is full; free some space/);
    deepEqual(readdirSync(at('runs')), []);
    await rejects(reports.writeIssue('x', 'text'), StateError);
  });

  it('writes none that it would not read again, and says so', async () => {
    const reports = createRunReports(state);
    const huge = { ...report, stopReason: 'x'.repeat(64 * 1024 * 1024) };
    await rejects(
      reports.write(huge, '# text'),
      /its size would be .* MB, above the limit of .* MB/,
    );
    deepEqual(await reports.ids(), []);
  });

  it('keeps the newest with their diffs, and issues that are not older', async () => {
    const reports = createRunReports(state);
    const [old, fresh] = [await reports.writeIssue('old', ''), await reports.writeIssue('new', '')];
    for (const day of [1, 2, 3, 4]) {
      await reports.write({ ...report, id: idOf(day) }, '');
      await reports.writeDiff(idOf(day), 'fix-turn-1', 'diff');
    }
    utimesSync(old, 1, 1);
    const soon = new Date(Date.now() + 60_000);
    utimesSync(fresh, soon, soon);
    writeFileSync(at('runs', 'mine.txt'), 'stays');
    writeFileSync(at('runs', `${idOf(1)}.md.99-1.tmp`), 'half');
    writeFileSync(at('runs', idOf(4), 'fix-turn-2.diff.99-2.tmp'), 'half');
    writeFileSync(at('issues', 'x.md.99-3.tmp'), 'half');
    deepEqual(await reports.prune(2), []);
    deepEqual(readdirSync(at('runs', idOf(4))), ['fix-turn-1.diff']);
    deepEqual(
      readdirSync(at('runs')).sort(),
      [3, 4]
        .flatMap((day) => [idOf(day), `${idOf(day)}.json`, `${idOf(day)}.md`])
        .concat('mine.txt'),
    );
    deepEqual(readdirSync(at('issues')), ['new.md']);
  });

  describe('copies', () => {
    const diff = `runs/${report.id}/fix-turn-1.diff`;
    const transcript = 'transcripts/fix/id-1.agent.log';
    const rich = aRunReport({
      turns: [aTurn({ diff, transcripts: [transcript, 'transcripts/fix/gone.agent.log'] })],
    });
    const markdown = ({ turns }: typeof report): string => JSON.stringify(turns[0]?.transcripts);
    const put = async (): Promise<void> => {
      mkdirSync(at('transcripts', 'fix'), { recursive: true });
      writeFileSync(at('transcripts', 'fix', 'id-1.agent.log'), 'said');
      await createRunReports(state).writeDiff(report.id, 'fix-turn-1', 'changed');
    };

    it('hold what is there and name nothing else', async () => {
      await put();
      const folder = join(root, 'out', 'deep');
      const answer = await createRunReports(state).copy(rich, { folder, force: false, markdown });
      deepEqual(answer.ok && answer.copied, 2);
      equal(readFileSync(join(folder, transcript), 'utf8'), 'said');
      equal(readFileSync(join(folder, diff), 'utf8'), 'changed');
      equal(readFileSync(join(folder, `${report.id}.md`), 'utf8'), `["${transcript}"]`);
      match(readFileSync(join(folder, `${report.id}.json`), 'utf8'), /id-1/);
      doesNotMatch(readFileSync(join(folder, `${report.id}.json`), 'utf8'), /gone/);
    });

    it('replace nothing unless told to, and do not write through links', async () => {
      await put();
      const folder = join(root, 'out');
      const reports = createRunReports(state);
      await reports.copy(rich, { folder, force: false, markdown });
      const again = await reports.copy(rich, { folder, force: false, markdown });
      ok(!again.ok && again.taken === true);
      match(again.message, /\.md already exists \(and 3 more\)\.$/);
      const other = join(root, 'other.txt');
      writeFileSync(other, 'mine');
      rmSync(join(folder, transcript));
      symlinkSync(other, join(folder, transcript));
      ok((await reports.copy(rich, { folder, force: true, markdown })).ok);
      equal(readFileSync(other, 'utf8'), 'mine');
      equal(readFileSync(join(folder, transcript), 'utf8'), 'said');
    });

    it('take nothing from elsewhere, whatever the report names', async () => {
      await put();
      writeFileSync(join(root, 'secret'), 'secret');
      symlinkSync(join(root, 'secret'), at('transcripts', 'fix', 'link.log'));
      symlinkSync(root, at('transcripts', 'folder'));
      const names = [
        '../secret',
        'transcripts/../../secret',
        'transcripts/fix/../../../secret',
        'transcripts/fix/link.log',
        'transcripts/folder/secret',
        '/etc/passwd',
        'devs.db',
        'runs/2026-01-01T00-00-00-000/x.diff',
        'transcripts\\fix\\id-1.agent.log',
        '',
      ];
      const folder = join(root, 'out');
      const hostile = aRunReport({ turns: [aTurn({ transcripts: names })] });
      const answer = await createRunReports(state).copy(hostile, {
        folder,
        force: false,
        markdown,
      });
      deepEqual(answer.ok && answer.copied, 0);
      deepEqual(readdirSync(folder).sort(), [`${report.id}.json`, `${report.id}.md`]);
    });

    it('never go where the state lies, and take nothing away there', async () => {
      await put();
      const reports = createRunReports(state);
      await reports.write(rich, '# text\n');
      const before = readFileSync(at('runs', `${report.id}.json`), 'utf8');
      symlinkSync(state, join(root, 'link'));
      for (const folder of [state, at('runs'), at('new', 'deep'), join(root, 'link')]) {
        const answer = await reports.copy(rich, { folder, force: true, markdown });
        ok(!answer.ok && answer.taken === undefined, folder);
        match(answer.message, /choose another folder/);
      }
      equal(readFileSync(at(transcript), 'utf8'), 'said');
      equal(readFileSync(at(diff), 'utf8'), 'changed');
      equal(readFileSync(at('runs', `${report.id}.json`), 'utf8'), before);
      deepEqual(readdirSync(state).sort(), ['runs', 'transcripts']);
    });

    it('end with the reason where the system lets nobody make a folder', async function () {
      if (process.platform !== 'linux') this.skip();
      const folder = join('/proc', 'exported', 'deep');
      await rejects(
        createRunReports(state).copy(rich, { folder, force: false, markdown }),
        /Could not write \/proc\/exported/,
      );
    });

    it('are not led elsewhere by a link below their folder', async () => {
      await put();
      const folder = join(root, 'out');
      const precious = join(root, 'precious');
      mkdirSync(join(precious, 'fix'), { recursive: true });
      writeFileSync(join(precious, 'fix', 'id-1.agent.log'), 'mine');
      mkdirSync(folder);
      const answers = [];
      for (const [target, link] of [
        [precious, 'transcripts'],
        [at('transcripts'), 'transcripts'],
        [join(precious, 'fix'), 'transcripts/fix'],
      ] as const) {
        rmSync(join(folder, 'transcripts'), { recursive: true, force: true });
        if (link !== 'transcripts') mkdirSync(join(folder, 'transcripts'));
        symlinkSync(target, join(folder, link));
        const reports = createRunReports(state);
        answers.push(await reports.copy(rich, { folder, force: true, markdown }));
      }
      for (const answer of answers) {
        ok(!answer.ok);
        match(answer.message, /transcripts(?:.fix)? is a link or a file; nothing was exported\.$/);
      }
      equal(readFileSync(join(precious, 'fix', 'id-1.agent.log'), 'utf8'), 'mine');
      equal(readFileSync(at(transcript), 'utf8'), 'said');
      deepEqual(readdirSync(folder), ['transcripts']);
    });

    it('say why they cannot be made', async () => {
      writeFileSync(join(root, 'file'), '');
      const folder = join(root, 'file', 'below');
      await rejects(
        createRunReports(state).copy(rich, { folder, force: false, markdown }),
        /a file is in the way of a folder/,
      );
    });
  });
});
