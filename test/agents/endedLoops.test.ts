import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureAnalysisReport } from '../../src/model/report/pauseReport';
import type { RunReport } from '../../src/model/run/runReport';
import type { StepDetectorName } from '../../src/model/steps/step';
import { agentProjects, TASK, type AgentProjectOptions } from './agentProject';
import {
  installedProgram,
  PLAYED_ACP_AGENTS,
  PLAYED_AGENTS,
  type RealAcpAgent,
  type RealAgent,
} from './installedAgents';
import type { ScriptedLook } from './modelProtocol';

/** Many more requests than the calls of two loops take. */
const MANY_REQUESTS = 60;

/** The agents of this scale, whatever they speak. */
const PLAYED = [...PLAYED_AGENTS, ...PLAYED_ACP_AGENTS];

/** Agents that answer a second look at a file differently from the first. */
const ANSWERS_UNCHANGED: readonly string[] = ['claude', 'qwen', 'claude-acp', 'qwen-acp'];

/** What lets each agent run the tests, and nothing else, in a way that its page names; Codex takes nothing more. */
const ALLOWING: Readonly<
  Partial<Record<RealAgent | RealAcpAgent, Pick<AgentProjectOptions, 'command' | 'env'>>>
> = {
  claude: { command: (words) => [...words, '--allowedTools=Bash(npm test *)'] },
  codex: {},
  gemini: { command: (words) => [...words, '--allowed-tools', 'run_shell_command(npm test)'] },
  opencode: { env: { OPENCODE_PERMISSION: '{"bash": {"*": "deny", "npm test*": "allow"}}' } },
  qwen: { command: (words) => [...words, '--allowed-tools', 'run_shell_command(npm test)'] },
};

/** What lets them run any command. */
const ALLOWING_ALL: Partial<
  Record<RealAgent | RealAcpAgent, Pick<AgentProjectOptions, 'command'>>
> = {
  claude: { command: (words) => [...words, '--allowedTools=Bash'] },
  gemini: { command: (words) => [...words, '--allowed-tools', 'run_shell_command'] },
};

const FAILING_TEST = `import { equal } from 'node:assert/strict';
import { test } from 'node:test';

test('adds', () => equal(1 + 1, 3));
`;

function writeProject(workspace: string): void {
  const pkg = { name: 'adds', private: true, type: 'module', scripts: { test: 'node --test' } };
  writeFileSync(join(workspace, 'package.json'), JSON.stringify(pkg));
  writeFileSync(join(workspace, 'add.test.js'), FAILING_TEST);
  writeFileSync(join(workspace, 'parts.js'), "console.log('3 of 7 are there');\n");
}

const QUIET = { npm_config_update_notifier: 'false' };

/** A loop that an agent is led into, and what is found. */
interface Loop {
  /** What ends the first and the second turn, and at which step. */
  readonly ends: readonly (readonly [detector: StepDetectorName, step: number])[];
  /** What the prompt of the second turn says of it. */
  readonly fact: RegExp;
}

/** Such a loop of one agent. */
interface PlayedLoop extends Loop {
  readonly agent: RealAgent | RealAcpAgent;
  readonly what: string;
  readonly forever: (round: number) => readonly ScriptedLook[];
}

const RUN_TESTS: ScriptedLook = { says: 'I run the tests.', runs: 'npm test' };

function write(path: string, content: string): ScriptedLook {
  return { says: 'I write it.', writes: { path, content } };
}

const LOOPS: readonly PlayedLoop[] = [
  {
    agent: 'claude',
    what: 'edits that undo each other',
    forever: (round) => [write('add.js', `export const sum = ${round % 2};\n`)],
    ends: [
      ['undone edits', 5],
      ['similar calls', 3],
    ],
    fact: /Call: Write .*add\.js[^]*Repeated: 3 times\nLast answer: .*updated/,
  },
  {
    agent: 'claude-acp',
    what: 'edits that undo each other',
    forever: (round) => [write('add.js', `export const sum = ${round % 2};\n`)],
    ends: [
      ['undone edits', 5],
      ['similar calls', 3],
    ],
    fact: /Call: Write .*add\.js[^]*Repeated: 3 times\nLast answer: .*updated/,
  },
  {
    agent: 'codex-acp',
    what: 'edits that undo each other',
    forever: (round) => [write('add.js', `export const sum = ${round % 2};\n`)],
    ends: [
      ['undone edits', 5],
      ['undone edits', 5],
    ],
    fact: /Call: edit .*add\.js[^]*Repeated: 3 times\n/,
  },
  {
    agent: 'claude',
    what: 'calls that its own script refuses',
    forever: (round) => [
      round === 1
        ? { says: 'I make a script.', runs: 'printf exit > run.sh' }
        : { says: 'I start it.', runs: './run.sh' },
    ],
    ends: [
      ['refused call', 4],
      ['refused call', 4],
    ],
    fact: /Call: Bash \.\/run\.sh\nRepeated: 3 times\nAnswered each time: .*Permission denied/,
  },
  {
    agent: 'codex',
    what: 'the same failure between other looks',
    forever: () => [RUN_TESTS, { says: 'I look for the parts.', runs: 'node parts.js' }],
    ends: [
      ['call cycle', 4],
      ['call cycle', 4],
    ],
    fact: /Found: 2 rounds .*`npm test` \((?:not ok 1 - |error: 'test failed')[^]*Call: .*npm test\nCall: .*parts\.js\nRepeated: 2 times/,
  },
  {
    agent: 'codex',
    what: 'the same failure after each edit',
    forever: (round) => [write(`add${round}.js`, `export const sum = ${round};\n`), RUN_TESTS],
    ends: [
      ['failure after edits', 14],
      ['failure after edits', 14],
    ],
    fact: /Call: .*npm test\nRepeated: 7 times\nAnswered each time: (?:not ok 1 - |error: 'test failed')/,
  },
  {
    agent: 'gemini',
    what: 'the same failure between other looks',
    forever: () => [RUN_TESTS, { says: 'I look for the parts.', runs: 'node parts.js' }],
    ends: [
      ['call cycle', 4],
      ['call cycle', 4],
    ],
    fact: /Found: 2 rounds .*`npm test` \(expected: 3 actual: 2\)[^]*Call: .*npm test\nCall: .*parts\.js\nRepeated: 2 times/,
  },
  {
    agent: 'gemini',
    what: 'edits that undo each other',
    forever: (round) => [write('add.js', `export const sum = ${round % 2};\n`)],
    ends: [
      ['undone edits', 5],
      ['undone edits', 5],
    ],
    fact: /Call: write_file .*add\.js[^]*Repeated: 3 times\n/,
  },
];

/** The same call for the third time, after `before` others. */
function again(before: number, fact: RegExp): Loop {
  return {
    ends: [1, 2].map(() => ['repeated call', before + 3]),
    fact: new RegExp(`Call: .*\\nRepeated: 3 times\\n${fact.source}`),
  };
}

describe('an agent that goes round in circles', function () {
  this.timeout(300_000);
  const createProject = agentProjects();

  /** Two turns of the same loop: the first is told in the prompt of the second, which ends the only strategy. */
  async function assertStages(options: AgentProjectOptions, loop: Loop): Promise<void> {
    // The adapter brings a newer Claude Code, which answers differently.
    const { agent, env } = options;
    const same = agent === 'claude-acp' && {
      env: { ...env, CLAUDE_CODE_EXECUTABLE: await installedProgram('claude') },
    };
    const { devs, read, model } = await createProject({ allow: ['*'], ...options, ...same });
    const run = await devs('run');
    const { turns } = await read<RunReport>('report');
    const pause = await read<FailureAnalysisReport>('report', TASK);

    equal(run.code, 2, run.stdout + run.stderr);
    deepEqual(
      turns.map(({ inTurnLoop: found }) => [found?.detector, found?.steps?.at(-1)?.number]),
      loop.ends,
    );
    deepEqual(
      turns.map(({ inTurnLoop: found }) => [found?.stage, found?.told]),
      [
        [1, true],
        [2, undefined],
      ],
    );
    equal(pause.reason, 'MAX_PIVOTS_EXCEEDED');
    equal(pause.inTurnLoop?.stage, 2);
    match(run.stdout, /Stopped for a loop \(1 of 2\): .*The next prompt tells the agent/);
    match(run.stdout, /Stopped for a loop \(2 of 2\): .*The strategy has failed/);
    ok(model.requests.length < MANY_REQUESTS, `${model.requests.length} requests`);
    assertTold(
      model.requests.map(({ body }) => body),
      loop.fact,
    );
  }

  /** The first requests state nothing, the later ones the fact. */
  function assertTold(bodies: readonly string[], fact: RegExp): void {
    const texts = bodies.map((body) => body.replaceAll('\\n', '\n').replaceAll('\\"', '"'));
    const first = texts.findIndex((text) => text.includes('BEGIN REPEATED STEPS'));
    ok(first > 2, `stated in request ${first}`);
    match(/BEGIN REPEATED STEPS[^]*?END REPEATED STEPS/.exec(texts[first] ?? '')?.[0] ?? '', fact);
  }

  const forEver = (...looks: readonly ScriptedLook[]) => ({
    script: { forever: () => looks, finalText: 'Done.' },
  });

  for (const agent of PLAYED) {
    it(`is ended at the third look at the same file: ${agent}`, async () => {
      await assertStages(
        { agent, ...forEver({ says: 'I look again.', reads: 'README.md' }) },
        again(ANSWERS_UNCHANGED.includes(agent) ? 1 : 0, /./),
      );
    });

    it(`is ended at the third run of the same failing tests: ${agent}`, async () => {
      const { command, env } = ALLOWING[agent] ?? {};
      await assertStages(
        {
          agent,
          ...forEver({ says: 'I run the tests again.', runs: 'npm test' }),
          prepare: ({ workspace }) => writeProject(workspace),
          env: { ...QUIET, ...env },
          ...(command && { command }),
        },
        // Gemini CLI over ACP does not tell what a command printed.
        again(0, agent === 'gemini-acp' ? /./ : /Answered each time: ./),
      );
    });
  }

  for (const { agent, what, forever, ...loop } of LOOPS) {
    if (!PLAYED.includes(agent)) continue;
    it(`is told of ${what}, and is ended for good by the second: ${agent}`, async () => {
      const { command } = ALLOWING_ALL[agent] ?? {};
      await assertStages(
        {
          agent,
          script: { forever, finalText: 'Done.' },
          prepare: ({ workspace }) => writeProject(workspace),
          env: QUIET,
          ...(command && { command }),
        },
        loop,
      );
    });
  }
});
