import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { parse } from 'shell-quote';
import { globSync } from 'tinyglobby';
import unit from '../mocha.cjs';
import { jobsOf } from '../../suites';

const ROOT = resolve(__dirname, '../../..');

/** The files that a command of mocha's names; those of its configuration where it names none. */
function filesOf(command: string): readonly string[] {
  const words = parse(command).map((word) =>
    typeof word === 'string' ? word : 'pattern' in word ? word.pattern : '',
  );
  const named = words.filter((word) => word.endsWith('.test.ts'));
  return globSync(named.length > 0 ? named : unit.spec, { cwd: ROOT });
}

describe('the suites of npm test', () => {
  it('have each test file, once', () => {
    const commands = jobsOf('all')
      .filter(({ name }) => name !== 'coverage')
      .map(({ command }) => command);
    const run = commands.filter((command) => command.startsWith('mocha ')).flatMap(filesOf);
    const inHost = globSync('test/inHost/**/*.test.ts', { cwd: ROOT });
    const all = globSync('test/**/*.test.ts', { cwd: ROOT });
    assert.deepEqual([...run, ...inHost].sort(), all.sort());
  });
});
