import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  findCompletionMarkers,
  type CompletionEvidence,
} from '../../../../src/rules/progress/findCompletionMarkers';

interface Turn {
  readonly goal?: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly changedEarlier?: readonly string[];
  readonly dependenciesBefore?: readonly string[];
  readonly dependenciesAfter?: readonly string[];
}

function markers(turn: Turn): readonly string[] {
  const set = (list: readonly string[] = []) => new Set(list);
  const evidence: CompletionEvidence = {
    goal: turn.goal ?? '',
    before: set(turn.before),
    after: set(turn.after),
    changedEarlier: set(turn.changedEarlier),
    dependenciesBefore: set(turn.dependenciesBefore),
    dependenciesAfter: set(turn.dependenciesAfter),
  };
  return findCompletionMarkers(evidence);
}

/** Markers of each of the turns that write one file (or several) after another. */
function markersOfTurns(start: readonly string[], turns: readonly (readonly string[])[]) {
  const there = [...start];
  const changedEarlier: string[] = [];
  return turns.map((written) => {
    const before = [...there];
    there.push(...written);
    const found = markers({ before, after: there, changedEarlier });
    changedEarlier.push(...written);
    return found;
  });
}

describe('completion markers', () => {
  describe('of work that is no loop', () => {
    it('are the manifest, its dependencies and the first files of a project being set up', () => {
      const found = markers({
        goal: 'Set up a TypeScript project with package.json and a test runner.',
        before: ['README.md'],
        after: ['README.md', 'package.json', 'src/main.ts', 'test/main.test.ts', 'tsconfig.json'],
        dependenciesAfter: ['package.json:mocha', 'package.json:typescript'],
      });
      assert.deepEqual(found, [
        'package.json, which the goal names, exists',
        'added the dependency mocha (package.json)',
        'added the dependency typescript (package.json)',
        'created src/main.ts',
        'created test/main.test.ts',
        'created tsconfig.json',
      ]);
    });

    it('are the pages of documentation, page after page', () => {
      const turns = [['docs/setup.md'], ['docs/login.md'], ['docs/images/login.png']];
      assert.deepEqual(markersOfTurns(['README.md'], turns), [
        ['created docs/setup.md'],
        ['created docs/login.md'],
        ['created docs/images/login.png'],
      ]);
    });

    it('are a configuration file that the goal asks for, even one called like a log', () => {
      assert.deepEqual(
        markers({
          goal: 'Configure the linter in `.eslintrc.json` and keep an empty logs/app.log.',
          after: ['.eslintrc.json', 'logs/app.log'],
        }),
        [
          '.eslintrc.json, which the goal names, exists',
          'logs/app.log, which the goal names, exists',
        ],
      );
    });

    it('are installed dependencies', () => {
      assert.deepEqual(
        markers({
          before: ['package.json'],
          after: ['package.json'],
          dependenciesBefore: ['package.json:zod'],
          dependenciesAfter: ['package.json:zod', 'requirements.txt:flask', 'pom.xml:org.x:y'],
        }),
        ['added the dependency org.x:y (pom.xml)', 'added the dependency flask (requirements.txt)'],
      );
    });

    it('are numbered files that are different things', () => {
      const turns = [['migrations/0002_add_email.sql'], ['migrations/0003_add_orders.sql']];
      const found = markersOfTurns(['migrations/0001_users.sql'], turns);
      assert.deepEqual(found.flat().length, 2);
    });

    it('are files that share a name but not the folder or the extension', () => {
      const turns = [
        ['src/login.css'],
        ['src/login.test.ts'],
        ['test/login.ts'],
        ['api/v2/login.ts'],
      ];
      const found = markersOfTurns(['src/login.ts', 'api/v1/login.ts'], turns);
      assert.deepEqual(found.flat().length, 4);
    });
  });

  describe('of an agent that goes round in circles', () => {
    const variants =
      'fix2.py fix_3.py fix_v3.py fix_final.py fix-new.py FixNew.py fix_final_v2_really.py 02_fix.py test_fix2.py fix_login.py'.split(
        ' ',
      );
    for (const path of [...variants, 'fix copy.py', 'fix (2).py', 'Copy of fix.py', 'fix.py.bak'])
      it(`are none for ${path} beside fix.py`, () => {
        assert.deepEqual(markers({ before: ['fix.py'], after: ['fix.py', path] }), []);
        assert.deepEqual(markers({ changedEarlier: ['fix.py'], after: [path] }), []);
      });

    it('are none for fix2.py, fix3.py, fix4.py …', () => {
      const turns = Array.from({ length: 8 }, (_, index) => [`fix${index + 2}.py`]);
      assert.deepEqual(markersOfTurns(['fix.py'], turns).flat(), []);
    });

    it('are one for the first of a series at most, in one turn or in many', () => {
      const files = ['attempt_01.js', 'attempt_02.js', 'attempt_03.js'];
      assert.deepEqual(markersOfTurns([], [files]), [['created attempt_01.js']]);
      const turns = files.map((file) => [file]);
      assert.deepEqual(markersOfTurns([], turns), [['created attempt_01.js'], [], []]);
      const folders = ['attempt1/main.py', 'attempt2/main.py'].map((file) => [file]);
      assert.deepEqual(markersOfTurns([], folders), [['created attempt1/main.py'], []]);
    });

    it('are none for a file that an earlier turn changed and that comes back', () => {
      const turn = { after: ['docs/a.md'], changedEarlier: ['docs/a.md'] };
      assert.deepEqual(markers(turn), []);
      assert.deepEqual(markers({ ...turn, goal: 'Write docs/a.md' }), []);
    });

    it('are none for an expected artefact that only moves about', () => {
      const turn = { goal: 'Write login.py', before: ['a/login.py'], after: ['fix2.py/login.py'] };
      assert.ok(!markers(turn).some((marker) => marker.includes('goal')));
    });

    const thrownAway =
      'app.log logs/1.txt nohup.out core core.1234 .DS_Store a.tmp a.orig a.swp notes.txt~ coverage/index.html lcov.info src/__pycache__/a.pyc .pytest_cache/x debug.js debug_login.js repro.py reproduce_bug.py test_repro.py scratch.ts scratch/a.ts tmp_x.py tmp/a.js temp.js junit.xml test-report.html results.json output.txt dist/main.js'.split(
        ' ',
      );
    for (const path of thrownAway)
      it(`are none for ${path}, which comes and goes`, () => {
        assert.deepEqual(markers({ after: [path] }), []);
      });

    for (const path of 'debugger.ts template.html temperature.py src/reports/monthly.ts src/core.ts catalog.ts reproducible.md'.split(
      ' ',
    ))
      it(`are there for ${path}, which only looks like that`, () => {
        assert.deepEqual(markers({ after: [path] }), [`created ${path}`]);
      });

    it('are none for edits, deletions and a removed dependency', () => {
      const turn = { before: ['a.ts', 'b.ts'], after: ['a.ts'], dependenciesBefore: ['go.mod:x'] };
      assert.deepEqual(markers(turn), []);
    });
  });

  describe('of what the goal names', () => {
    const named = (goal: string, after: readonly string[], before: readonly string[] = []) =>
      markers({ goal, before, after: [...before, ...after] }).filter((each) =>
        each.includes('goal names'),
      );

    it('are found however the goal writes them', () => {
      const goals = [
        'Write docs/Login.md.',
        'Write `docs/login.md`, please',
        'Write **docs/login.md**!',
        'Write the page login.md',
        'Write (./docs/login.md)',
        'Write docs\\login.md',
        'Put all pages into the folder docs',
        'Put all pages into a docs directory',
        'Put all pages into docs/',
      ];
      for (const goal of goals) assert.equal(named(goal, ['docs/login.md']).length, 1, goal);
    });

    it('are files without an extension and names with spaces, too', () => {
      assert.deepEqual(named('Add a file named Makefile.', ['Makefile']), [
        'Makefile, which the goal names, exists',
      ]);
      assert.deepEqual(named('Add `my notes.txt`', ['my notes.txt']), [
        'my notes.txt, which the goal names, exists',
      ]);
    });

    it('are none that were there before, and no words that happen to be paths', () => {
      assert.deepEqual(named('Fix src/a.ts in the folder src', ['src/b.ts'], ['src/a.ts']), []);
      assert.deepEqual(named('The parser is slow', ['parser/index.ts']), []);
      assert.deepEqual(named('See https://example.org/login.md', ['login.md']), []);
      assert.deepEqual(named('Write login.md', ['not-login.md']), []);
      assert.deepEqual(named('Write docs/login.md', ['other-docs/login.md']), []);
    });
  });

  it('are summed up where there are many', () => {
    const after = Array.from({ length: 12 }, (_, index) => `docs/${'abcdefghijkl'[index]!}x.md`);
    const dependenciesAfter = ['a', 'b', 'c', 'd'].map((name) => `go.mod:${name}`);
    assert.deepEqual(markers({ after, dependenciesAfter }), [
      'added 4 dependencies, such as a (go.mod), b (go.mod), c (go.mod)',
      'created 12 files, such as docs/ax.md, docs/bx.md, docs/cx.md',
    ]);
  });

  it('are one readable line each, whatever the paths hold', () => {
    const after = ['a\u001b[31m\nb.md', `x${'y'.repeat(500)}.md`, 'lone\ud800.md'];
    for (const marker of markers({ after })) {
      assert.ok(marker.length < 140);
      assert.doesNotMatch(marker, /[\p{C}]/u);
    }
  });

  it('never throw and never count a known path', () => {
    const piece = fc.constantFrom(
      'fix',
      'a',
      'New',
      '2',
      '_',
      '-',
      '.',
      '/',
      '/',
      ' ',
      'é',
      '\ud800',
    );
    const path = fc.oneof(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.string(),
    );
    const paths = fc.array(path);
    fc.assert(
      fc.property(fc.string(), paths, paths, paths, (goal, before, after, changedEarlier) => {
        const known = [...before, ...changedEarlier];
        assert.deepEqual(markers({ goal, before, after: known, changedEarlier }), []);
        markers({ goal, before, after, changedEarlier });
      }),
    );
  });

  it('are found among very many files and in a goal of ten megabytes', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `src/m${index % 500}/f${index}x.ts`);
    const deep = `${'a/'.repeat(50_000)}deep.ts`;
    for (const unit of ['a/', '`', '"', '*', 'file ', './', '.'])
      assert.equal(
        markers({
          goal: unit.repeat(10_000_000 / unit.length),
          before: many,
          after: [...many, deep, `${'fix'.repeat(50_000)}.ts`, `${'_1'.repeat(50_000)}.md`],
        }).length > 0,
        true,
      );
  });
});
