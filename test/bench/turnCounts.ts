import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countCalls } from './callCount';
import { createGitLog, type GitLog } from './gitLog';
import { inScratchFolder } from './scratchFolder';
import { median } from './statistics';
import type { Table } from './table';
import { PAUSING, taskNames, turnWorkspace, type TurnWorkspace } from './turnWorkspace';

const TURNS = 10;
/** Turns in which the agent commits. */
const COMMITTING = 3;

/** What stands in the log where the agent and the verification began. */
const AGENT = 'agent';
const VERIFY = 'verify';

/**
 * What one turn does to the world, counted: processes of git (started through a git that notes it),
 * listings of the workspace among them, and parses of `devs.yaml` (calls that V8 counts). 1,000 files,
 * an agent that changes one, and commits in the last turns.
 */
export async function countTurnWork(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const log = createGitLog(folder);
    const last = TURNS - COMMITTING;
    const work = `n=$(grep -c ${AGENT} '${log.file}'); echo ${AGENT} >> '${log.file}'; echo $n > changed.txt
if [ $n -ge ${last} ]; then /usr/bin/env git -c user.name=a -c user.email=a@example.org commit -qm $n --allow-empty; fi`;
    const parses = await countCalls('/config/validateConfig.ts', 'validateConfig');
    const workspace = await turnWorkspace(folder, {
      ...{ tasks: TURNS, environment: log.environment },
      agent: ['sh', '-c', ownGit(work, log)],
      verify: ['sh', '-c', `echo ${VERIFY} >> '${log.file}'`],
    });
    const rows = await measuredRows(workspace, { log, parses });
    parses.stop();
    return { title: 'Work of a turn, counted', columns: ['median', 'most'], rows };
  });
}

/** The agent's own use of git is not ours: it calls the real one. */
function ownGit(work: string, { environment }: GitLog): string {
  const path = (environment['PATH'] ?? '').split(':').slice(1).join(':');
  return `PATH='${path}'; ${work}`;
}

interface Counting {
  readonly log: GitLog;
  readonly parses: Awaited<ReturnType<typeof countCalls>>;
}

async function measuredRows(workspace: TurnWorkspace, { log, parses }: Counting) {
  const from: number[] = [];
  await parses.take();
  await workspace.run(taskNames(TURNS), ({ event }) => {
    if (event === 'task_status_changed') from.push(log.lines().length);
  });
  const inRun = await parses.take();
  const lines = log.lines();
  // Each task goes from pending to in progress and from there to done.
  const starts = from.filter((_, index) => index % 2 === 0);
  const each = starts.map((start, index) => lines.slice(start, from[index * 2 + 1]));
  if (each.length !== TURNS) throw new Error(`${each.length} turns were counted`);
  const resumed = await parsesOfResume(workspace, parses);
  return [
    row(
      'listings before the verification',
      each.map((turn) => listings(turn.slice(0, turn.indexOf(VERIFY)))),
    ),
    row(
      'listings after it',
      each.map((turn) => listings(turn.slice(turn.indexOf(VERIFY)))),
    ),
    row(
      'git processes',
      each.map((turn) => turn.filter((line) => line.startsWith('git ')).length),
    ),
    [`parses of devs.yaml, a run of ${TURNS} turns`, String(inRun), String(inRun)],
    ['parses of devs.yaml, Resume and its run', String(resumed), String(resumed)],
  ];
}

/** As the dashboard does it: the task is resumed, the run goes on, what came of it is shown. */
async function parsesOfResume({ app, directory, run }: TurnWorkspace, parses: Counting['parses']) {
  await run([PAUSING]);
  writeFileSync(join(directory, 'ok'), '');
  await app.overview();
  await parses.take();
  await run([PAUSING], undefined, { type: 'resume', taskId: PAUSING });
  await app.overview();
  return parses.take();
}

function listings(lines: readonly string[]): number {
  return lines.filter((line) => / ls-files .*--stage/.test(line)).length;
}

function row(what: string, counts: readonly number[]): readonly string[] {
  return [what, String(median(counts)), String(Math.max(...counts))];
}
