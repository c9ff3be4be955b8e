import assert from 'node:assert/strict';
import type { App } from '../../../src/app/api/app';
import type { DoctorOptions } from '../../../src/app/api/requests';
import { runCli } from '../../../src/cli/cli';
import type { Check, SetupReport } from '../../../src/model/workspace/setupReport';
import { anOverview, devs, fakeApp, FakeHost } from './fakeApp';

const CHECKS: readonly Check[] = [
  { id: 'devs', group: 'Devs', title: 'Devs', level: 'ok', found: '1.2.3' },
  { id: 'node', group: 'Devs', title: 'Node', level: 'ok', found: '22.1.0' },
  {
    ...{ id: 'agent:codex', group: 'Agents', title: 'codex', level: 'problem' },
    ...{ found: '`codex` was not found on PATH', remedy: 'Install it.' },
  },
  {
    ...{ id: 'agent:a', group: 'Agents', title: 'a-very-long-name-of-an-agent', level: 'skipped' },
    found: 'no task uses it',
  },
  {
    ...{ id: 'verify:a', group: 'Verification', title: 'verify', level: 'warning' },
    ...{ found: '\u001b[31mred\u001b[0m\nand more', remedy: 'Look at it.' },
  },
];

const TEXT = `\
Devs
  ✓ Devs              1.2.3
  ✓ Node              22.1.0

Agents
  ✕ codex             \`codex\` was not found on PATH
                      → Install it.
  – a-very-long-nam…  no task uses it

Verification
  ! verify            red and more
                      → Look at it.

1 problem and 1 warning: fix the problem first. 1 check left out.
`;

function doctored(setup: SetupReport): App & { asked: DoctorOptions[] } {
  const asked: DoctorOptions[] = [];
  const doctor: App['doctor'] = (options, observer) => {
    asked.push(options);
    for (const check of setup.checks) {
      observer?.onRunning?.([check]);
      observer?.onCheck?.(check);
    }
    return Promise.resolve(setup);
  };
  return { ...fakeApp(anOverview(), { doctor }), asked };
}

const found = (checks: readonly Check[], interrupted = false) => doctored({ checks, interrupted });

describe('devs doctor', () => {
  it('prints a line for each check, the remedy below, and what it comes to', async () => {
    const { code, stdout, stderr } = await devs('doctor', found(CHECKS));
    assert.deepEqual([code, stdout, stderr], [1, TEXT, '']);
  });

  it('ends with 0 when nothing is a problem', async () => {
    const fine = await devs('doctor', found(CHECKS.filter(({ level }) => level !== 'problem')));
    assert.equal(fine.code, 0);
    assert.match(fine.stdout, /\n\n1 warning; tasks can run\. 1 check left out\.\n$/);
  });

  it('prints each check at once, not all of them at the end', async () => {
    let text = '';
    const app = fakeApp(anOverview(), {
      doctor: (_options, observer) => {
        observer?.onCheck?.(CHECKS[0]!);
        text = host.stdout.text;
        return Promise.resolve({ checks: CHECKS, interrupted: false });
      },
    });
    const host = new FakeHost(['doctor'], app);
    await runCli(host);
    assert.match(text, /✓ Devs {14}1\.2\.3\n$/);
  });

  it('has stable field names', async () => {
    const { code, stdout } = await devs('doctor --json', found(CHECKS.slice(1, 3)));
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(stdout), {
      ok: false,
      interrupted: false,
      workspace: '/',
      stateDir: '/state',
      counts: { ok: 1, warning: 0, problem: 1, skipped: 0 },
      checks: [
        {
          ...{ id: 'node', group: 'Devs', title: 'Node', level: 'ok', found: '22.1.0' },
          remedy: null,
        },
        CHECKS[2],
      ],
      message: '1 problem: fix it first.',
    });
  });

  it('hands on what was wished for, and says that agents may cost money', async () => {
    const app = found([]);
    assert.equal((await devs('doctor', app)).stderr, '');
    const { stderr } = await devs('doctor --quick --ask-agents', app);
    assert.match(stderr, /may cost money/);
    const wishes = app.asked.map(({ quick, askAgents, place }) => [quick, askAgents, place.kind]);
    assert.deepEqual(wishes, [
      [false, false, 'terminal'],
      [true, true, 'terminal'],
    ]);
  });

  it('leaves what a killed process left as it is', async () => {
    const recover = () => Promise.reject(new Error('must not be called'));
    assert.equal((await devs('doctor', { ...found([]), recover })).code, 0);
  });

  it('is ended by Ctrl+C with code 130, and leaves no listener', async () => {
    const host: FakeHost = new FakeHost(
      ['doctor'],
      fakeApp(anOverview(), {
        doctor: ({ signal }) => {
          host.sendSignal();
          return Promise.resolve({ checks: CHECKS.slice(0, 1), interrupted: signal.aborted });
        },
      }),
      true,
    );
    assert.equal(await runCli(host), 130);
    assert.match(host.stdout.text, /Interrupted\./);
    assert.equal(host.leftListeners, 0);
  });

  it('says which agent is asked, and for how long at most', async () => {
    const claude = { id: 'agent:claude', group: 'Agents', title: 'claude' } as const;
    const doing = 'asking it for a one-word reply, 3 min at most';
    const asking = (terminal: boolean): FakeHost => {
      const host: FakeHost = new FakeHost(
        ['doctor', '--ask-agents'],
        fakeApp(anOverview(), {
          doctor: (_options, observer) => {
            observer?.onRunning?.([claude]);
            observer?.onRunning?.([{ ...claude, doing }]);
            observer?.onRunning?.([{ ...claude, doing }, CHECKS[0]!]);
            host.passSecond();
            return Promise.resolve({ checks: [], interrupted: false });
          },
        }),
        terminal,
      );
      host.environment = { TERM: 'xterm', NO_COLOR: '1' };
      return host;
    };
    const piped = asking(false);
    await runCli(piped);
    assert.equal(
      piped.stderr.text,
      'Devs starts each agent once, which may cost money.\nAgents: claude, asking it for a one-word reply, 3 min at most\n',
    );
    const terminal = asking(true);
    await runCli(terminal);
    assert.match(
      terminal.stdout.text,
      /▸ Agents: claude, asking it for a one-word reply, 3 min at most, Devs: Devs {2}1s/,
    );
    assert.doesNotMatch(terminal.stderr.text, /one word/);
  });

  it('shows on a terminal what it looks at, wraps lines, and takes that line away', async () => {
    const long: Check = { ...CHECKS[0]!, found: 'word '.repeat(30).trim() };
    const host: FakeHost = new FakeHost(
      ['doctor'],
      fakeApp(anOverview(), {
        doctor: (_options, observer) => {
          observer?.onRunning?.([long]);
          host.passSecond();
          host.passSecond();
          observer?.onCheck?.(long);
          return Promise.resolve({ checks: [long], interrupted: false });
        },
      }),
      true,
    );
    host.environment = { TERM: 'xterm', NO_COLOR: '1' };
    await runCli(host);
    assert.match(host.stdout.text, /▸ Devs: Devs {2}2s/);
    assert.equal(host.stderr.text, '');
    const lines = host.stdout.text.split('\n').filter((line) => line.includes('word'));
    assert.equal(lines.length, 3);
    for (const line of lines) assert.ok(line.length <= 80, line);
  });
});
