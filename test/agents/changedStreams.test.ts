import { equal, match } from 'node:assert/strict';
import { agentProjects } from './agentProject';
import { AGENT_PACKAGES, type RealAgent } from './installedAgents';
import { describeAtFullScale } from '../support/scale';

interface Case {
  readonly agent: RealAgent;
  /** A part of its events, and what it is called in another version. */
  readonly from: string;
  readonly to: string;
  readonly warning: RegExp;
}

const CASES: readonly Case[] = [
  {
    agent: 'claude',
    from: '"type":"tool_use"',
    to: '"type":"tool_request"',
    warning: new RegExp(
      String.raw`The agent claude \(version ${AGENT_PACKAGES.claude.version}\) prints other events than ` +
        String.raw`.steps: claude. knows, .*: \d+ of its \d+ events were not understood ` +
        String.raw`\(unknown: assistant/tool_request ×3\)`,
      'g',
    ),
  },
  {
    agent: 'codex',
    from: '"type":"command_execution"',
    to: '"type":"shell_call"',
    warning: new RegExp(
      String.raw`The agent codex prints other events than .steps: codex. knows, .*: ` +
        String.raw`\d+ of its \d+ events were not understood \(unknown: item/shell_call ×\d\)`,
      'g',
    ),
  },
];

/** Runs the command in its arguments behind the first two, and replaces the first by the second in what it prints. */
const WRAPPER = `const { spawn } = require('node:child_process');
const { createInterface } = require('node:readline');
const [from, to, program, ...args] = process.argv.slice(2);
const agent = spawn(program, args, { stdio: ['inherit', 'pipe', 'inherit'] });
const lines = createInterface({ input: agent.stdout });
lines.on('line', (line) => console.log(line.replaceAll(from, to)));
agent.on('close', (code) => (process.exitCode = code));
`;

const LOOKS = ['README.md', 'a.txt', 'b.txt'].map((reads) => ({
  says: `I look at ${reads}.`,
  reads,
}));

describeAtFullScale('an agent of a version whose events are called otherwise', function () {
  this.timeout(120_000);
  const createProject = agentProjects();

  for (const { agent, from, to, warning } of CASES) {
    it(`is warned of once in a run of two turns, with what was not understood: ${agent}`, async () => {
      let wrapper = '';
      const project = await createProject({
        agent,
        script: { looks: LOOKS, finalText: 'I looked.' },
        prepare: ({ write }) => void (wrapper = write('wrapper.cjs', WRAPPER)),
        command: (words) => [process.execPath, wrapper, from, to, ...words],
        limits: { maxTurns: 2 },
      });

      const run = await project.devs('run');

      const said = run.stdout + run.stderr;
      equal(run.code, 2, said);
      match(said, /turn 2/);
      equal([...said.matchAll(warning)].length, 1, said);
      equal([...said.matchAll(/prints other events/g)].length, 1, said);
    });
  }
});
