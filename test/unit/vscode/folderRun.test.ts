import assert from 'node:assert/strict';
import type { LogOutputChannel } from 'vscode';
import type { RunRequest } from '../../../src/app/api/requests';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { FolderRun } from '../../../src/vscode/run/folderRun';
import { showBudget } from '../../../src/vscode/notifications/showBudget';
import { anEvent, anOverview, aTask } from '../cli/fakeApp';

/** Lines of the output channel by level, of a run with these events. */
async function logged(
  ...events: readonly ReturnType<typeof anEvent>[]
): Promise<Readonly<Record<'info' | 'debug', readonly string[]>>> {
  const lines = { info: [] as string[], debug: [] as string[] };
  const run = (request: RunRequest) => {
    for (const event of events) request.observer.onEvent(event);
    return Promise.resolve({ ok: true, end: { kind: 'allDone' }, message: 'Done.' });
  };
  const folder = {
    folder: { name: 'shop' },
    app: { run },
    notePhase: () => undefined,
    noteTurnEnd: () => undefined,
  };
  const log = {
    info: (line: string) => void lines.info.push(line),
    debug: (line: string) => void lines.debug.push(line),
  };
  const options = { folder: folder as unknown as FolderApp, taskIds: undefined };
  await new FolderRun({ ...options, log: log as unknown as LogOutputChannel }).ended;
  return lines;
}

describe('a budget that is nearly used', () => {
  const used = { scope: 'task', unit: 'nanoUsd', used: 900_000_000, limit: 1_000_000_000 };
  const overview = anOverview({ tasks: [aTask('fix-rounding', { title: 'Round [it](x)' })] });

  /** What is shown of an event of a run in this window. */
  async function shownOf(
    level: 'all' | 'needsYou',
    ...names: readonly ('budget_used' | 'run_ended')[]
  ) {
    const shown: string[] = [];
    const run = (request: RunRequest) => {
      for (const name of names)
        request.observer.onEvent(anEvent(name, name === 'budget_used' ? used : {}));
      return Promise.resolve({ ok: true, end: { kind: 'allDone' }, message: 'Done.' });
    };
    const folder = {
      folder: { name: 'shop' },
      app: { run },
      overview,
      notePhase: () => undefined,
      noteTurnEnd: () => undefined,
    };
    const quiet = { info: () => undefined, debug: () => undefined };
    const surface = { level: () => level, show: (text: string) => void shown.push(text) };
    await new FolderRun({
      ...{ folder: folder as unknown as FolderApp, taskIds: undefined },
      log: quiet as unknown as LogOutputChannel,
      onBudget: (each, event) => showBudget(each, event, surface),
    }).ended;
    return shown;
  }

  it('is told in a notification that needs nobody, with what is used of which budget', async () => {
    assert.deepEqual(await shownOf('all', 'budget_used', 'run_ended'), [
      'Devs: Round [it]\u200B(x) nears its budget: 90 % of the budget of this task ($1.00) is used: $0.90.',
    ]);
  });

  it('is told nobody who only wants to know what needs them', async () => {
    assert.deepEqual(await shownOf('needsYou', 'budget_used'), []);
  });
});

describe('the output channel during a run', () => {
  it('has the log lines of a loop over attempts and of its recovery, word for word', async () => {
    const loop = { loopType: 'blocked_task_spin', recommendation: 'unblock_authority' };
    const grant = { action: 'unblock_authority', loop_type: 'blocked_task_spin', attemptCount: 3 };
    const { info } = await logged(anEvent('loop_detected', loop), anEvent('loop_recovery', grant));
    const lines = info.filter((line) => !line.startsWith('[shop] '));
    assert.deepEqual(lines, [
      'Loop detected: blocked_task_spin, taskId=fix-rounding, attemptCount=3, recommendation=unblock_authority',
      'Granting unblock authority for fix-rounding',
      'Loop recovery applied: unblock_authority',
    ]);
    assert.equal(info.length, lines.length + 2);
  });

  it('has each event once in words, and as one line of JSON for debugging', async () => {
    const { info, debug } = await logged(anEvent('run_started'), anEvent('run_ended'));
    assert.deepEqual(info, ['[shop] run started', '[shop] run ended']);
    assert.deepEqual(
      debug.map((line) => (JSON.parse(line) as { event: string }).event),
      ['run_started', 'run_ended'],
    );
  });
});
