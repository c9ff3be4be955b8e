import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { ShownLesson } from '../../../src/app/api/answers';
import { lessonCommand } from '../../../src/reports/task/describeLesson';
import { pauseReportText } from '../../../src/cli/render/pauseReportText';
import { lessonOf } from '../rules/lessons/lessonSamples';
import { anOverview, aReport, devs, fakeApp } from './fakeApp';

const LESSON = lessonOf("src/a.ts(4,1): error TS18048: 'x.y' is possibly 'undefined'.", {
  id: '3f9c1a7e-0000-4000-8000-000000000000',
  text: 'Narrow it once.',
  helped: 3,
});

function appWith(lessons: readonly ShownLesson[]) {
  const asked: unknown[] = [];
  const app = fakeApp(anOverview(), {
    lessons: (text) => {
      asked.push(text);
      return Promise.resolve({ ok: true, lessons });
    },
  });
  return { app, asked };
}

describe('devs lessons', () => {
  it('lists all, each with how often it helped and what it was about', async () => {
    const { app, asked } = appWith([{ lesson: LESSON }]);
    const { code, stdout } = await devs('lessons', app);
    assert.equal(code, 0);
    assert.deepEqual(asked, [undefined]);
    assert.equal(
      stdout,
      [
        '3f9c1a7e  a hint, helped 3 times, last for add-login by claude, 2026-01-01',
        '    Narrow it once.',
        "    stuck at failure at src/a.ts:4: src/a.ts(4,1): error TS18048: 'x.y' is possibly 'undefined'.",
        '',
      ].join('\n'),
    );
  });

  it('shows a text of several lines as one sentence, without the marks of YAML and lists', async () => {
    const texts = [
      'hint: |\n  Narrow it once.\n  Then keep the type\n',
      '|\n  Narrow it once.\n\n  Then keep the type',
      '- Narrow it once.\n- Then keep the type',
    ];
    for (const text of texts) {
      const { app } = appWith([{ lesson: { ...LESSON, text } }]);
      const { stdout } = await devs('lessons', app);
      assert.match(stdout, /\n {4}Narrow it once\. Then keep the type\n {4}stuck at/);
    }
    const { app } = appWith([{ lesson: { ...LESSON, text: 'Read first\nThen edit' } }]);
    assert.match((await devs('lessons', app)).stdout, /\n {4}Read first; Then edit\n/);
  });

  it('shows the values that differ, which stand below the first line of a message', async () => {
    const exactMessage = 'Expected values to be strictly equal:\n\n9.72 !== 9.73\n';
    const failure = { ...LESSON.failure, exactMessage };
    const { app } = appWith([{ lesson: { ...LESSON, failure } }]);
    const { stdout } = await devs('lessons', app);
    assert.match(stdout, /: Expected values to be strictly equal: 9\.72 !== 9\.73\n$/);
  });

  it('says so where there are none, and where none fits', async () => {
    assert.match((await devs('lessons')).stdout, /^No lessons yet\. Devs records one each time/);
    assert.match(
      (await devs('lessons some words')).stdout,
      /^No lesson matches your words; `devs lessons` lists/,
    );
  });

  it('asks with all words, and says how alike what it finds is', async () => {
    const { app, asked } = appWith([{ lesson: LESSON, similarity: 0.874 }]);
    const { stdout } = await devs(['lessons', 'possibly', 'undefined here'], app);
    assert.deepEqual(asked, ['possibly undefined here']);
    assert.match(stdout, /, 87 % similar\n/);
  });

  it('says on standard error why words alone decided, not in JSON', async () => {
    const note = 'failures are compared by their words only: nomic: no answer';
    const app = fakeApp(anOverview(), {
      lessons: () => Promise.resolve({ ok: true, lessons: [{ lesson: LESSON }], note }),
    });
    const { stdout, stderr } = await devs('lessons undefined', app);
    assert.ok(stdout.startsWith('3f9c1a7e') && !stdout.includes(note));
    assert.equal(stderr, `${note}\n`);
    assert.equal((await devs('lessons undefined --json', app)).stderr, '');
  });

  it('gives everything as JSON', async () => {
    const { app } = appWith([{ lesson: LESSON, similarity: 1 }]);
    const { stdout } = await devs('lessons x --json', app);
    assert.deepEqual(JSON.parse(stdout), {
      lessons: [{ ...LESSON, editedAt: null, similarity: 1 }],
    });
    assert.deepEqual(JSON.parse((await devs('lessons --json')).stdout), { lessons: [] });
  });

  it('changes and deletes one', async () => {
    const app = fakeApp(anOverview());
    const edited = await devs(['lessons', '--edit', '3f9c', '--text', 'New words.'], app);
    const deleted = await devs('lessons --delete 3f9c', app);
    assert.deepEqual([edited.code, deleted.code], [0, 0]);
    assert.deepEqual(app.calls, [
      ['editLesson', '3f9c', 'New words.'],
      ['removeLesson', '3f9c'],
    ]);
  });

  const REFUSED: readonly (readonly [string, RegExp])[] = [
    [
      'lessons --edit 3f9c',
      /^Write the new text of the lesson: `devs lessons --edit 3f9c --text "…"`/,
    ],
    ['lessons --text new', /^--text needs --edit/],
    ['lessons --edit a --text b --delete c', /^Use either --edit or --delete/],
    ['lessons words --delete c', /omit the text/],
  ];
  for (const [line, message] of REFUSED) {
    it(`refuses "devs ${line}" and changes nothing`, async () => {
      const app = fakeApp(anOverview());
      const { code, stderr } = await devs(line, app);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.deepEqual(app.calls, []);
    });
  }

  it('prints nothing that a terminal obeys', async () => {
    const hostile = '\u001b[2Jx\u0007\u202e';
    const lesson = { ...LESSON, text: hostile, taskId: hostile, agent: hostile };
    const { app } = appWith([{ lesson }]);
    const { stdout } = await devs('lessons', app);
    // eslint-disable-next-line no-control-regex -- that is what must not be there
    assert.doesNotMatch(stdout, /[\u001b\u0007\u202e]/);
  });
});

describe('the pause block', () => {
  it('says what helped before, how often and for whom, with a command that tries it', () => {
    const text = pauseReportText(aReport({ lessons: [{ lesson: LESSON, similarity: 1 }] }));
    assert.match(
      text,
      /What helped before\n {4}- Narrow it once\.\n {6}a hint, helped 3 times, last for add-login by claude; the same failure\n {6}devs resume fix-rounding --hint "Narrow it once\."\n/,
    );
    assert.match(text, /`devs skip` to skip this task\.\n$/);
  });

  it('says nothing of lessons where none fits', () => {
    assert.doesNotMatch(pauseReportText(aReport()), /helped before/);
  });
});

describe('the command that tries a lesson', () => {
  it('names the agent where another agent helped', () => {
    const lesson = { ...LESSON, brokenBy: 'agent_change', agent: 'codex' } as const;
    assert.equal(lessonCommand('fix', lesson), 'devs resume fix --agent "codex"');
  });

  const TEXTS = [
    '$(touch hacked)',
    '`id`',
    `it's "so"`,
    'a\\',
    "'; rm -rf x; '",
    'two\nlines',
    '!!',
  ];
  for (const text of TEXTS) {
    it(`gives ${JSON.stringify(text)} to a shell as one word`, function () {
      if (process.platform === 'win32') return;
      const command = lessonCommand('fix', { ...LESSON, text });
      const said = execFileSync('sh', ['-c', `devs() { printf '%s' "$4"; }; ${command}`], {
        encoding: 'utf8',
      });
      assert.equal(said, text.replace(/\s+/g, ' '));
    });
  }
});
