import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'yaml';
import { changeConfig } from '../../../../src/platform/config/changeConfig';
import { changeSetting } from '../../../../src/platform/config/changeSetting';
import { initConfig } from '../../../../src/platform/config/initConfig';
import { configOf, HEAD } from './problemsOf';
import { ScratchWorkspace } from './scratchWorkspace';

const CLAUDE = `\
  claude:
    type: command # mine
    command: [claude]
`;
const CODEX = `\
  codex:
    type: command
    command: [codex, exec, --json, --sandbox, workspace-write, --color, never, '-']
    steps: codex
    timeout: 30m
`;

/** Ways to write a file in which the verify command stands on a line of its own, or is missing: [before, verify line, after]. */
const FILES: readonly (readonly [before: string, verify: string, after: string])[] = [
  [`version: 1 # one\n\nagents:\n${CLAUDE}\n`, 'verify: old # why', '\ntasks: # none yet\n'],
  [
    `# first\nversion: 1\nagents:\n${CLAUDE}agent: claude\n`,
    '',
    '\n# the work\ntasks:\n- id: a\n  goal: |+\n    verify: no\n\n\n# end',
  ],
  [`---\nversion: 1\nagents: &all\n${CLAUDE}`, '\'verify\':   "old"', 'verifyTimeout: 5m\n...\n'],
  [`version: 1\nagents:\n${CLAUDE}`, 'verify: [npm, test]', '# 🧑‍🧑‍🧒 لا\ntasks: []\n'],
  [`version: 1\nagents:\n${CLAUDE}`, 'verify: &v old', 'tasks: ~\n'],
];

describe('a setting changed in devs.yaml', () => {
  let workspace: ScratchWorkspace;
  beforeEach(() => (workspace = new ScratchWorkspace()));
  afterEach(() => workspace.dispose());

  const verify = (command: string) => changeSetting(workspace.options, { kind: 'verify', command });
  const agent = (name: string) => changeSetting(workspace.options, { kind: 'agent', name });
  const changed = async (text: string, change: () => ReturnType<typeof verify>) => {
    workspace.write('devs.yaml', text);
    const answer = await change();
    assert.ok(answer.ok, answer.message);
    return workspace.read();
  };
  const refused = async (text: string | Buffer, change = () => verify('npm test')) => {
    workspace.write('devs.yaml', text);
    const answer = await change();
    assert.equal(answer.ok, false);
    assert.equal(workspace.read(), text.toString());
    return answer.message;
  };

  it('leaves every other line byte for byte, whatever the command and the way the file is written', async () => {
    const command = fc
      .oneof(
        fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
        fc.constantFrom(
          ...[
            'npm test # all',
            'a: b',
            '"x" \'y\'',
            '{a}',
            '[a',
            '*x',
            '!x',
            '&x',
            '| cat',
            '> out',
          ],
          ...['null', '~', 'true', '1e3', '- x', '%', '@x', '`x`', '💥 🧑‍🧑‍🧒', 'اختبار', '\\n', '---'],
          'x'.repeat(500),
        ),
      )
      .filter((text) => text.trim() !== '');
    const file = fc.constantFrom(...FILES);
    const ends = fc.constantFrom('\n', '\r\n');
    const mark = fc.constantFrom('', '\uFEFF');
    await fc.assert(
      fc.asyncProperty(
        command,
        file,
        ends,
        mark,
        async (written, [before, old, after], end, bom) => {
          const join = (line: string) =>
            bom + (before + (line === '' ? '' : `${line}\n`) + after).replaceAll('\n', end);
          const text = await changed(join(old), () => verify(written));
          assert.equal((parse(text) as { verify: unknown }).verify, written.trim());
          const lines = text.split('\n');
          const own = lines.findIndex((line) => /^'?verify'?:/.test(line));
          assert.equal(lines.toSpliced(own, 1).join('\n'), join(''));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('stands where a first file shows it in a comment', async () => {
    await initConfig(workspace.options);
    const text = workspace.read();
    const next = await changed(text, () => verify('make test'));
    const shown = '# verify: npm test\n';
    assert.equal(next, text.replace(shown, `${shown}verify: make test\n`));
  });

  const verifies: readonly (readonly [name: string, before: string, after: string])[] = [
    [
      'in braces',
      '{version: 1, agents: {a: {type: command, command: a}}} # c\n',
      '{version: 1, agents: {a: {type: command, command: a}}, "verify": "x"} # c\n',
    ],
    [
      'in JSON',
      '{"version":1,"agents":{"a":{"type":"command","command":"a"}},"verify":"y"}',
      '{"version":1,"agents":{"a":{"type":"command","command":"a"}},"verify":"x"}',
    ],
    ['as a block text', `${HEAD}verify: |-\n  npm test\n\n# end\n`, `${HEAD}verify: x\n\n# end\n`],
    [
      'as a list in lines',
      `${HEAD}verify:\n  - npm\n  - test\nbaseline: true\n`,
      `${HEAD}verify:\n  x\nbaseline: true\n`,
    ],
    ['without a last line end', HEAD.trimEnd(), `${HEAD}verify: x\n`],
    [
      'with a comment alone that names it',
      `${HEAD}tasks:\n- id: a\n  goal: |\n    # verify: no\n`,
      `${HEAD}verify: x\ntasks:\n- id: a\n  goal: |\n    # verify: no\n`,
    ],
    [
      'with an alias to it',
      `${HEAD}verify: &v y\ntasks: [{id: a, goal: g}]\n`,
      `${HEAD}verify: &v x\ntasks: [{id: a, goal: g}]\n`,
    ],
  ];
  for (const [name, before, after] of verifies)
    it(`keeps the style of a file ${name}`, async () => {
      assert.equal(await changed(before, () => verify('x')), after);
    });

  it('names an agent of the file, and adds one that Devs knows', async () => {
    const head = `version: 1\nagents:\n${CLAUDE}`;
    const rest = '\n# The default agent.\nagent: claude # mine\ntasks:\n';
    assert.equal(
      await changed(`${head}${rest}`, () => agent('codex')),
      `${head}${CODEX}${rest.replace('claude', 'codex')}`,
    );
    assert.equal(
      await changed(`${head}${CODEX}agent: claude`, () => agent('codex')),
      `${head}${CODEX}agent: codex`,
    );
    assert.equal(
      await changed(`${head}  # codex:\ntasks:\n`, () => agent('codex')),
      `${head}${CODEX}agent: codex\n  # codex:\ntasks:\n`,
    );
    const braces = await changed(HEAD, () => agent('qwen'));
    assert.deepEqual(Object.keys(configOf(braces).agents), ['qwen', 'one']);
    assert.ok(
      braces.startsWith('version: 1\nagents: { one: { type: command, command: run }, "qwen"'),
    );
  });

  it('writes nothing where the file says so already', async () => {
    workspace.write('devs.yaml', `${HEAD}verify: "npm test"\n`);
    const before = statSync(workspace.file).ino;
    assert.ok((await verify('npm test')).ok);
    assert.equal(statSync(workspace.file).ino, before);
  });

  it('is refused where another part of the file depends on it', async () => {
    const text = `${HEAD}verify: &v y\ntasks: [{id: a, goal: g, verify: *v}]\n`;
    assert.match(
      await refused(text, () => verify('x')),
      /without changing other parts of it; edit the file yourself\.$/,
    );
  });

  it('is refused for an agent that neither the file nor Devs knows', async () => {
    assert.match(
      await refused(HEAD, () => agent('nobody')),
      /^The agent was not changed\. There is no agent "nobody"/,
    );
  });

  it('keeps the lines of a script', async () => {
    const written = await changed(`${HEAD}verify: npm test # ours\n`, () =>
      verify('npm ci\nnpm test'),
    );
    assert.deepEqual((parse(written) as { verify: string }).verify, 'npm ci\nnpm test');
    const again = await changed(written, () => verify('npm test'));
    assert.deepEqual((parse(again) as { verify: string }).verify, 'npm test');
  });

  it('is refused with a clear text for a command with characters that cannot be seen', async () => {
    for (const [command, character] of [
      ['npm\u200b test', '\\u{200b}'],
      ['npm test\u202e', '\\u{202e}'],
      ['npm test\r\nrm -rf x', 'a line break'],
      ['npm\ttest', 'a tab'],
      ['npm\u0007 test', '\\u{7}'],
    ] as const)
      assert.equal(
        await refused(HEAD, () => verify(command)),
        `The verify command was not changed. The command contains a character that cannot be seen (${character}); type it again without.`,
      );
  });

  it('is refused for a file that is broken, in two halves, not UTF-8, too long or empty, which then stays', async () => {
    for (const [text, problem] of [
      [`${HEAD}verify: a\nverify: b\n`, /^Correct devs\.yaml first: devs\.yaml:4: .*verify/],
      ['', /^Correct devs\.yaml first/],
      ['# only a comment\n', /^Correct devs\.yaml first/],
      [`${HEAD}# ${'x'.repeat(5_000_000)}\n`, /too long; it must be at most 1 MB/],
    ] as const)
      assert.match(await refused(text), problem);
    workspace.write('devs.yaml', Buffer.from(`${HEAD}# gr\xfc\xdfe\n`, 'latin1'));
    assert.match((await verify('x')).message, /not UTF-8 text; save it as UTF-8/);
  });

  it('is refused for a file that is read-only, missing, a folder or a pipe', async () => {
    assert.match((await verify('x')).message, /There is no devs\.yaml/);
    workspace.write('devs.yaml', HEAD);
    chmodSync(workspace.file, 0o444);
    assert.match((await verify('x')).message, /could not be changed: the file is read-only/);
    assert.equal(workspace.read(), HEAD);
    assert.deepEqual(readdirSync(workspace.folder), ['devs.yaml']);
    const [folder, pipe] = [new ScratchWorkspace(), new ScratchWorkspace()];
    mkdirSync(folder.file);
    execFileSync('mkfifo', [pipe.file]);
    for (const other of [folder, pipe]) {
      const answer = await changeSetting(other.options, { kind: 'verify', command: 'x' });
      assert.match(answer.message, /It must be a file\./);
      other.dispose();
    }
  });

  it('is refused where another program writes the file between reading and writing', async () => {
    workspace.write('devs.yaml', HEAD);
    const theirs = `${HEAD}# theirs\n`;
    const answer = await changeConfig(workspace.options, {
      change: (content) => ({ ...content, verify: 'x' }),
      write: (text) => {
        workspace.write('devs.yaml', theirs);
        return [`${text}verify: x\n`];
      },
      done: '',
      notDone: 'It was not changed.',
    });
    assert.deepEqual(answer, {
      ok: false,
      message: 'devs.yaml was changed at the same moment. It was not changed. Try again.',
    });
    assert.equal(workspace.read(), theirs);
  });
});
