import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCommandAgent } from '../../../src/platform/agents/command/commandAgent';
import { createEventHook } from '../../../src/platform/process/createEventHook';
import { createCommandVerifier } from '../../../src/platform/verification/commandVerifier';
import { withEnvironment } from '../../support/withEnvironment';
import { scratchFolder } from './support/scratch';
import { supervisorFile } from './support/supervisorBuild';
import { eventOf } from '../../support/sampleEvents';

/** Ends no process of another test, which may run at the same time. */
const TURN_ID = randomUUID();

const KEY = 'sk-tulip-7731';

/** Prints its own environment and, where the system shows it, that of the process above it. */
const SHOW =
  'const { readFileSync } = require("node:fs");' +
  'let above = ""; try { above = readFileSync(`/proc/${process.ppid}/environ`, "utf8"); } catch {}' +
  'console.log("SEEN", JSON.stringify(process.env), above);';
const COMMAND = [process.execPath, '-e', SHOW] as const;

describe('the key for models', () => {
  let folders: { readonly workspaceDir: string; readonly directory: string };
  let common: typeof folders & {
    readonly supervisorFile: string;
    readonly environment: NodeJS.ProcessEnv;
  };

  before(supervisorFile);
  beforeEach(async () => {
    folders = { workspaceDir: scratchFolder(), directory: scratchFolder() };
    const environment = { ...process.env, DEVS_MODEL_KEY: KEY };
    common = { ...folders, supervisorFile: await supervisorFile(), environment };
  });

  const withKey = <T>(work: () => Promise<T>): Promise<T> =>
    withEnvironment({ DEVS_MODEL_KEY: KEY }, work);
  const signal = new AbortController().signal;

  it('is never seen by an agent, nor by what it could look up above it', async () => {
    const definition = { name: 'a', type: 'command', timeoutMs: 15_000, env: {} } as const;
    const { reply } = await withKey(() =>
      createCommandAgent(common).run(
        {
          definition: { ...definition, command: COMMAND },
          ...{ taskId: 't', turnId: TURN_ID, turn: 1, systemPrompt: '', prompt: 'Go.' },
        },
        signal,
      ),
    );
    assertUnseen(reply);
  });

  it('is never seen by a verify command', async () => {
    const { output } = await withKey(() =>
      createCommandVerifier(common).verify(
        { command: COMMAND, timeoutMs: 15_000, reports: [], taskId: 't', turnId: TURN_ID },
        signal,
      ),
    );
    assertUnseen(output);
  });

  it('is never seen by the command for events', async () => {
    const command = [
      ...COMMAND.slice(0, 2),
      `${SHOW} require("node:fs").writeFileSync("seen", "SEEN " + JSON.stringify(process.env) + above)`,
    ];
    const [program = '', ...rest] = command;
    const event = eventOf('gate_triggered');
    const { signal } = new AbortController();
    assert.equal(
      await withKey(() => createEventHook(common).notify([program, ...rest], event, signal)),
      undefined,
    );
    assertUnseen(readFileSync(join(folders.workspaceDir, 'seen'), 'utf8'));
  });
});

function assertUnseen(said: string): void {
  assert.match(said, /^SEEN \{.*"PATH"/);
  assert.doesNotMatch(said, /tulip|DEVS_MODEL_KEY/);
}
