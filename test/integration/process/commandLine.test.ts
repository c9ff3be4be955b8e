import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import {
  buildCommandLine,
  type CommandLine,
  type CommandPlatform,
} from '../../../src/platform/process/commandLine';
import type { PromptFiles } from '../../../src/platform/process/placeholders';
import { quoteForSh } from '../../../src/platform/process/commandLine';
import { anyCodePoint } from '../../support/anyCodePoint';

const POSIX: CommandPlatform = { kind: 'posix' };
const SHELL = 'C:\\Windows\\System32\\cmd.exe';
const PROGRAMS: Readonly<Record<string, string>> = {
  agent: 'C:\\Program Files\\Agent\\agent.EXE',
  claude: 'C:\\Users\\Jo Doe\\npm\\claude.cmd',
  local: 'C:\\ws\\node_modules\\.bin\\local.cmd',
  script: 'C:\\ws\\script.ps1',
};
const WINDOWS: CommandPlatform = {
  kind: 'windows',
  shell: SHELL,
  findProgram: (name) => PROGRAMS[name],
};

function lineOf(
  command: string | readonly string[],
  platform: CommandPlatform,
  files: PromptFiles = {},
): CommandLine {
  const result = buildCommandLine(command, { files, platform });
  if (!result.ok) throw new Error(result.message);
  return result.line;
}

function refusalOf(command: string | readonly string[], platform: CommandPlatform): string {
  const result = buildCommandLine(command, { files: {}, platform });
  if (result.ok) throw new Error('it was accepted');
  return result.message;
}

/** What stands between the quotes around the text for `cmd.exe`. */
function cmdText(line: CommandLine): string {
  assert.equal(line.program, SHELL);
  assert.equal(line.verbatim, true);
  assert.deepEqual(line.args.slice(0, 3), ['/d', '/s', '/c']);
  return /^"(.*)"$/s.exec(line.args[3]!)![1]!;
}

/** Paths that have to survive every way of being passed on. */
const PATHS = [
  '/plain/path.md',
  '/with space/p.md',
  "/it's/p.md",
  '/say "hi"/p.md',
  '/$HOME/`id`/$(id)/p.md',
  '/100%/%PATH%/p.md',
  '/a&b;c|d<e>f/p.md',
  '/grüße/日本/🙂.md',
  '/two\nlines/p.md',
  '/*?[a]/{b,c}/~!#^.md',
  '/back\\slash/p.md',
];

describe('a command as a list', () => {
  it('is started directly on POSIX, with paths put in as they are', () => {
    for (const promptFile of PATHS) {
      assert.deepEqual(
        lineOf(['agent', '--file={promptFile}', '$HOME', ''], POSIX, { promptFile }),
        {
          program: 'agent',
          args: [`--file=${promptFile}`, '$HOME', ''],
          verbatim: false,
        },
      );
    }
  });

  it('keeps what looks like a placeholder but is none, and what a path brings along', () => {
    const files = { promptFile: '/{systemPromptFile}/$&', systemPromptFile: '/s' };
    assert.deepEqual(
      lineOf(['a', '{promptFile}{other}', '{systemPromptFile}'], POSIX, files).args,
      ['/{systemPromptFile}/$&{other}', '/s'],
    );
  });

  it('is started directly on Windows when it names an executable', () => {
    assert.deepEqual(lineOf(['agent', 'a b', '%PATH%', 'x&y'], WINDOWS), {
      program: PROGRAMS['agent'],
      args: ['a b', '%PATH%', 'x&y'],
      verbatim: false,
    });
  });

  const shims: readonly (readonly [string, string])[] = [
    ['plain', '^"plain^"'],
    ['a b', '^"a^ b^"'],
    ['say "hi"', '^"say^ \\^"hi\\^"^"'],
    ['%PATH%', '^"^%PATH^%^"'],
    ['a&b|c', '^"a^&b^|c^"'],
    ['grüße', '^"grüße^"'],
    ['back\\', '^"back\\\\^"'],
    ['', '^"^"'],
  ];
  for (const [argument, quoted] of shims) {
    it(`goes through cmd.exe on Windows for a .cmd shim, with ${JSON.stringify(argument)} quoted`, () => {
      const text = cmdText(lineOf(['claude', argument], WINDOWS));
      assert.equal(text, `C:\\Users\\Jo^ Doe\\npm\\claude.cmd ${quoted}`);
    });
  }

  it('is quoted twice for a shim of npm, which starts cmd.exe once more', () => {
    const text = cmdText(lineOf(['local', 'a&b'], WINDOWS));
    assert.equal(text, 'C:\\ws\\node_modules\\.bin\\local.cmd ^^^"a^^^&b^^^"');
  });

  it('is refused on Windows where a line break would cut off the rest', () => {
    assert.match(refusalOf(['claude', 'two\nlines'], WINDOWS), /cannot hold line breaks/);
    assert.match(refusalOf(['claude', 'two\rlines'], WINDOWS), /cannot hold line breaks/);
  });

  it('is refused on Windows for what is neither program nor batch file, and for what is not there', () => {
    assert.match(refusalOf(['script'], WINDOWS), /neither a program nor a batch file/);
    assert.equal(refusalOf(['nowhere'], WINDOWS), 'program "nowhere" was not found on PATH');
  });

  it('is refused when there is nothing to start', () => {
    for (const command of [[], [''], [' '], '', ' \n']) {
      assert.equal(refusalOf(command, POSIX), 'the command is empty');
    }
    assert.equal(refusalOf(['a', 'b\0c'], POSIX), 'the command holds a NUL character');
  });
});

describe('a command as a string', () => {
  it('is given to /bin/sh as it stands', () => {
    const text = 'npm test && echo "$HOME" \'{x}\'';
    assert.deepEqual(lineOf(text, POSIX), {
      program: '/bin/sh',
      args: ['-c', text],
      verbatim: false,
    });
  });

  it('is given to cmd.exe as it stands on Windows', () => {
    assert.equal(
      cmdText(lineOf('npm test && echo "%USERNAME%"', WINDOWS)),
      'npm test && echo "%USERNAME%"',
    );
  });

  it('gets paths as one word of /bin/sh, quoted by the user or not', () => {
    for (const promptFile of PATHS) {
      for (const place of ['{promptFile}', '"{promptFile}"', "'{promptFile}'"]) {
        const { program, args } = lineOf(`printf '%s|' -f=${place} end`, POSIX, { promptFile });
        const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
        assert.equal(stdout, `-f=${promptFile}|end|`);
      }
    }
  });

  const onWindows: readonly (readonly [string, string])[] = [
    ['C:\\plain\\p.md', '"C:\\plain\\p.md"'],
    ['C:\\Jo Doe\\p.md', '"C:\\Jo Doe\\p.md"'],
    ["C:\\it's\\p.md", '"C:\\it\'s\\p.md"'],
    ['C:\\a&b^(c)\\p.md', '"C:\\a&b^(c)\\p.md"'],
    ['C:\\100%\\%PATH%\\p.md', '"C:\\100"^%"\\"^%"PATH"^%"\\p.md"'],
    ['C:\\$HOME\\grüße.md', '"C:\\$HOME\\grüße.md"'],
    ['C:\\"\\p.md', '"C:\\\\"\\p.md"'],
  ];
  for (const [promptFile, quoted] of onWindows) {
    it(`gets ${promptFile} as one word of cmd.exe`, () => {
      for (const place of ['{promptFile}', '"{promptFile}"']) {
        const text = cmdText(lineOf(`agent -f ${place} -x`, WINDOWS, { promptFile }));
        assert.equal(text, `agent -f ${quoted} -x`);
      }
    });
  }
});

describe('quoting for /bin/sh', () => {
  it('gives any text back as one word', () => {
    const text = fc
      .string({ unit: anyCodePoint, maxLength: 40 })
      .filter((one) => !one.includes('\0'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        const script = `printf '%s\\0' ${texts.map(quoteForSh).join(' ')}`;
        const { stdout } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
        assert.deepEqual(stdout.split('\0').slice(0, -1), texts);
      }),
      { numRuns: 60 },
    );
  });
});
