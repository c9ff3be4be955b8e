import { deepEqual, equal } from 'node:assert/strict';
import { until } from './devsProcess';
import { TestWorkspace, type Step } from './testWorkspace';

/** A turn of an agent that states the sums of its session at its end. */
const reads = (tokens: number, more: Step = {}): Step => ({
  ...{ tokens, write: { 'answer.txt': `${tokens}` } },
  ...more,
});

/** What is recorded of a call. */
interface Recorded {
  readonly turn: number;
  readonly models: readonly { readonly input: number; readonly output: number }[];
  readonly partial?: true;
  readonly session?: { readonly id: string; readonly tokens?: { readonly input: number } };
}

describe('what an agent used', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  function play(steps: readonly Step[]): void {
    workspace.configure(steps);
    const config = JSON.parse(workspace.read('devs.yaml')) as {
      readonly agents: { readonly scripted: { readonly command: readonly string[] } };
    };
    const { scripted } = config.agents;
    const command = [...scripted.command, 'exec', '--json', '-'];
    const agents = {
      scripted: { ...scripted, command, steps: 'codex', session: 'continue' },
    };
    workspace.write('devs.yaml', JSON.stringify({ ...config, agents }));
  }

  async function recorded(): Promise<readonly Recorded[]> {
    const rows = await workspace.query(
      "SELECT data FROM events WHERE event = 'usage_reported' ORDER BY id",
    );
    return rows.map(({ data }) => JSON.parse(String(data)) as Recorded);
  }
  const inputs = (all: readonly Recorded[]): readonly (number | undefined)[] =>
    all.map(({ models: [model] }) => model?.input);

  /** Runs until call `count` of the agent is there and its state fulfils this, then kills the runner. */
  async function killDuring(count: number, said: string): Promise<void> {
    const run = workspace.start(['run']);
    await until(`call ${count}`, async () => {
      if (workspace.calls().length < count) return undefined;
      const [row] = await workspace.query(`SELECT usage FROM running_calls WHERE ${said}`);
      return row;
    });
    run.kill('SIGKILL');
    await run.ended;
  }

  it('is counted once, though its sums go over its whole session and its runner is killed', async () => {
    play([
      reads(1_000),
      reads(300, { hang: true, says: true }),
      reads(50),
      reads(7, { hang: true }),
      reads(2, { write: { 'answer.txt': '42' } }),
    ]);
    await killDuring(2, `usage LIKE '%"input":300%'`);
    await killDuring(4, `usage LIKE '%"turn":4%'`);
    equal((await workspace.devs('run')).code, 0);

    const all = await recorded();
    deepEqual(inputs(all), [1_000, 300, 50, undefined, 2]);
    deepEqual(
      all.map(({ turn, partial }) => [turn, partial ?? false]),
      [
        [1, false],
        [2, true],
        [3, false],
        [4, true],
        [5, false],
      ],
    );
    deepEqual(
      all.map(({ session }) => [session?.id, session?.tokens?.input]),
      [
        ['thread-0', 1_000],
        ['thread-0', 1_300],
        ['thread-2', 50],
        ['thread-2', 50],
        ['thread-4', 2],
      ],
    );
    deepEqual(await workspace.query('SELECT * FROM running_calls'), []);
  });

  it('of a turn that ended before the agent said it is a part of the next', async () => {
    play([
      reads(1_000),
      reads(300, { says: false, signal: 'SIGKILL' }),
      reads(50, { write: { 'answer.txt': '42' } }),
    ]);
    equal((await workspace.devs('run')).code, 0);

    const all = await recorded();
    deepEqual(inputs(all), [1_000, undefined, 350]);
    deepEqual(
      all.map(({ partial, session }) => [partial ?? false, session?.id]),
      [
        [false, 'thread-0'],
        [true, 'thread-0'],
        [false, 'thread-0'],
      ],
    );
  });
});
