import type { TurnMark } from '../../model/overview/overview';
import type { Requests } from '../../protocol/messages';
import { MAX_DETAIL, type DetailText } from '../../protocol/replay/replayView';
import type { TaskPageRequests, TaskPageSnapshot } from '../../protocol/taskPage/taskPageMessages';
import type { OpenedStep, PagedTask } from '../../protocol/taskPage/taskPageView';
import { describeStatus } from '../../reports/run/statusWords';
import { runActivity } from '../../model/overview/runActivity';
import { maskAndCut } from '../../text/maskAndCut';
import type { FolderApp } from '../folders/folderApp';
import type { PageHandlers, PageOutcome } from '../pages/answerPage';
import type { StepDocuments } from './stepDocuments';
import { taskMarkdown } from './taskMarkdown';
import type { TurnFollower } from './turnFollower';

/** What the handlers need of their page. */
export interface TaskPageHost {
  readonly paged: PagedTask;
  /** The folder's app, or why there is none. */
  readonly folder: () => FolderApp | string;
  readonly snapshot: () => Promise<TaskPageSnapshot | undefined>;
  readonly turnOf: (number: number) => TurnMark | undefined;
  /** Follows another turn from now on; or why it cannot. */
  readonly follow: (turn: TurnMark) => Promise<TurnFollower | string>;
  readonly followed: () => TurnFollower | undefined;
  readonly documents: Pick<StepDocuments, 'open'>;
  /** Opens a file by its absolute path. */
  readonly showFile: (file: string) => Promise<void>;
  readonly toClipboard: (text: string) => Promise<void>;
}

type Own = Exclude<keyof TaskPageRequests, Exclude<keyof Requests, 'ready'>>;
type Refusal = { readonly ok: false; readonly message: string };

const NO_TURN = 'This turn of the task is no longer listed.';
const NO_STEP = 'This step can no longer be shown: the output of the agent is no longer stored.';
/** Transcripts that are opened at once. */
const MAX_TRANSCRIPTS = 5;

/** Answers the requests that only task pages make. */
export function taskPageHandlers(host: TaskPageHost): Pick<PageHandlers<TaskPageRequests>, Own> {
  return {
    ready: async () => {
      const result = await host.snapshot();
      return result === undefined
        ? refuse('Devs is still opening this folder. Try again in a moment.')
        : { ok: true, result };
    },
    openTurn: async ({ turn }) => {
      const mark = host.turnOf(turn);
      const follower = mark === undefined ? NO_TURN : await host.follow(mark);
      if (typeof follower === 'string') return refuse(follower);
      return { ok: true, result: await follower.whole() };
    },
    step: ({ turn, index }) => Promise.resolve(openStep(host, turn, index)),
    search: ({ turn, text }) => {
      const follower = followedTurn(host, turn);
      const outcome: PageOutcome<TaskPageRequests, 'search'> =
        follower === undefined
          ? refuse(NO_TURN)
          : { ok: true, result: { indexes: follower.reader.search(text) } };
      return Promise.resolve(outcome);
    },
    openStepText: async ({ turn, index, part }) => {
      const mark = host.turnOf(turn);
      if (mark === undefined) return refuse(NO_TURN);
      const { folder } = host.paged;
      await host.documents.open({ folder, taskId: mark.taskId, turn, index, part });
      return { ok: true, result: { message: 'Opened the whole text.' } };
    },
    openTranscripts: ({ turn }) => openTranscripts(host, turn),
    copyMarkdown: () => copyMarkdown(host),
  };
}

function followedTurn(host: TaskPageHost, turn: number): TurnFollower | undefined {
  const follower = host.followed();
  return follower?.turn === turn ? follower : undefined;
}

function openStep(
  host: TaskPageHost,
  turn: number,
  index: number,
): PageOutcome<TaskPageRequests, 'step'> {
  const found = followedTurn(host, turn)?.reader.find(index);
  if (found === undefined) return refuse(NO_STEP);
  const { step, call, diffs } = found;
  const shown = (text: string): DetailText => maskAndCut(text, MAX_DETAIL);
  const result: OpenedStep = {
    ...{ turn, index, number: step.number, diffs },
    call: shown(call),
    result: shown(step.result),
    thought: shown(step.thought),
  };
  return { ok: true, result };
}

async function openTranscripts(
  { folder: open, turnOf, showFile }: TaskPageHost,
  turn: number,
): Promise<PageOutcome<TaskPageRequests, 'openTranscripts'>> {
  const [folder, mark] = [open(), turnOf(turn)];
  if (typeof folder === 'string') return refuse(folder);
  const files = mark === undefined ? [] : await folder.app.transcripts(mark.taskId, turn);
  if (files.length === 0) {
    return refuse(`The output of the agent in turn ${turn} is no longer stored.`);
  }
  for (const file of files.slice(0, MAX_TRANSCRIPTS)) await showFile(file);
  return { ok: true, result: { message: `Opened the whole output of turn ${turn}.` } };
}

async function copyMarkdown({
  folder: open,
  paged: { taskId },
  toClipboard,
}: TaskPageHost): Promise<PageOutcome<TaskPageRequests, 'copyMarkdown'>> {
  const folder = open();
  if (typeof folder === 'string') return refuse(folder);
  const overview = await folder.refresh();
  const task = overview.tasks.find(({ id }) => id === taskId);
  if (task === undefined) return refuse(`There is no task "${taskId}".`);
  const report = await folder.app.report(taskId);
  const status = describeStatus(task, runActivity(overview));
  const needsReport = task.report === undefined ? undefined : report;
  await toClipboard(taskMarkdown(task, needsReport, status));
  return { ok: true, result: { message: 'Copied as Markdown.' } };
}

function refuse(message: string): Refusal {
  return { ok: false, message };
}
