import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentHome } from './agentHome';
import type { HookedAgentName } from './hookedAgents';
import type { ScriptedLook } from './modelProtocol';

/** Steps of each session; all are different, or wait for something. */
const STEPS = 62;

/** A long session that is no loop. */
export interface OrdinarySession {
  readonly what: string;
  readonly prepare: (home: AgentHome) => void;
  readonly looks: readonly ScriptedLook[];
  /** The agent that itself takes it for a loop. */
  readonly notBy?: HookedAgentName;
}

const numbers = Array.from({ length: STEPS }, (_, at) => at + 1);
const halves = numbers.slice(0, STEPS / 2);
/** Names as people give them: no numbers. */
const NAMES = numbers.map((number) => {
  const [first, second] = [
    ['cart', 'order', 'price', 'stock', 'login', 'mail', 'report', 'search'][number % 8],
    ['List', 'Page', 'Store', 'Test', 'View', 'Form', 'Rule', 'Data'][Math.floor(number / 8)],
  ];
  return `${first}${second}`;
});

function nameOf(number: number): string {
  return NAMES[number - 1] ?? '';
}

const RED = "export const color = 'red';";

/** A file for each number, each with other words. */
function writeFiles({ workspace }: AgentHome): void {
  mkdirSync(join(workspace, 'src'));
  for (const number of numbers) {
    const name = nameOf(number);
    const text = `// The ${name} of the shop.\nexport const ${name} = ${number * 7};\n${RED}\n`;
    writeFileSync(join(workspace, `src/${name}.js`), text);
  }
}

/** Says how many of the parts are there; fails until all are. */
const CHECK = `const { readdirSync } = require('node:fs');
const parts = readdirSync('parts').map((name) => name.replace('.js', ''));
console.log(parts.length + ' of ${STEPS} parts work; missing is what comes after ' + parts.at(-1));
process.exit(parts.length < ${STEPS} ? 1 : 0);
`;
/** A build that goes on a little at every third look. */
const BUILD = `const { appendFileSync, readFileSync } = require('node:fs');
appendFileSync('looks.log', 'x');
console.log('still running: ' + Math.floor(readFileSync('looks.log').length / 3) + ' of 40 files compiled');
`;

export const ORDINARY_SESSIONS: readonly OrdinarySession[] = [
  {
    what: 'reads files',
    prepare: writeFiles,
    looks: numbers.map((number) => ({ says: 'I read on.', reads: `src/${nameOf(number)}.js` })),
  },
  {
    what: 'edits and tests, with progress',
    prepare: ({ workspace, commit }) => {
      mkdirSync(join(workspace, 'parts'));
      commit('check.cjs', CHECK);
    },
    looks: halves.flatMap((number): readonly ScriptedLook[] => [
      {
        says: 'I write the next part.',
        writes: {
          path: `parts/${nameOf(number)}.js`,
          content: `export const ${nameOf(number)} = 1;\n`,
        },
      },
      { says: 'I check it.', runs: 'node check.cjs' },
    ]),
  },
  {
    what: 'searches',
    prepare: writeFiles,
    looks: numbers.map((number) => ({
      says: 'I search.',
      runs: `grep -rn ${number % 9 === 0 ? `no${nameOf(number)}` : nameOf(number)} src`,
    })),
  },
  {
    what: 'waits for a build',
    prepare: ({ commit }) => commit('build.cjs', BUILD),
    looks: numbers.map(() => ({ says: 'I wait.', runs: 'sleep 0.1; node build.cjs' })),
    notBy: 'gemini',
  },
  {
    what: 'edits many files in the same way',
    prepare: writeFiles,
    looks: halves.flatMap((number): readonly ScriptedLook[] => {
      const path = `src/${nameOf(number)}.js`;
      return [
        { says: 'I read it.', reads: path },
        { says: 'I edit it.', edits: { path, from: RED, to: RED.replace('red', 'blue') } },
      ];
    }),
  },
];
