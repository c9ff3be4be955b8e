import { seenChange } from '../../model/overview/seenChange';
import { isRunActive, runActivity } from '../../model/overview/runActivity';
import { needsHuman } from '../../model/task/taskStatus';
import { hasReport } from '../../reports/task/hasReport';
import { COMMANDS } from '../contributions/contributions';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { ChatButton, ChatFolder, ChatTask } from './chatAnswer';

/** Longest title of a task on a button, in characters. */
const MAX_TITLE = 40;

/** What can be done with a task now. */
export function taskButtons({ folder, task }: ChatTask): readonly ChatButton[] {
  const argument = { folder: folder.uri, taskId: task.id };
  const decision = { ...argument, ...seenChange(task) };
  const waits = needsHuman(task.status);
  const can = (what: 'accept' | 'resume' | 'sendBack'): boolean =>
    waits && task.interventions.includes(what);
  const buttons: readonly (ChatButton | false)[] = [
    { title: 'Open Task Page', command: COMMANDS.openTask, argument },
    hasReport(task) && { title: 'Show Report', command: COMMANDS.showReport, argument },
    can('accept') && { title: 'Accept', command: COMMANDS.accept, argument: decision },
    can('sendBack') && { title: 'Review Changes', command: COMMANDS.reviewChanges, argument },
    can('sendBack') && { title: 'Send Back…', command: COMMANDS.sendBack, argument: decision },
    can('resume') && { title: 'Resume…', command: COMMANDS.resumeTask, argument },
    task.runnable && canRun(folder) && { title: 'Run Task', command: COMMANDS.runTask, argument },
  ];
  return buttons.filter((button) => button !== false);
}

/** Starts a run of the folder, where one would do something; with several folders it is named. */
export function runButtons(folder: ChatFolder, isNamed = false): readonly ChatButton[] {
  if (!canRun(folder)) return [];
  const title = isNamed ? `Run ${shortLabel(folder.name)}` : 'Run';
  return [{ title, command: COMMANDS.run, argument: { folder: folder.uri } }];
}

/** One button for each task; `hint` goes along. */
export function choiceButtons(
  tasks: readonly ChatTask[],
  action: 'why' | 'resume',
  hint: string,
): readonly ChatButton[] {
  return tasks.map(({ folder, task }) => {
    const argument = { folder: folder.uri, taskId: task.id };
    const title = shortLabel(task.title);
    return action === 'why'
      ? { title: `Show Report of ${title}`, command: COMMANDS.showReport, argument }
      : {
          title: `Resume ${title}${hint === '' ? '…' : ' with This Hint'}`,
          command: COMMANDS.resumeTask,
          argument: { ...argument, ...(hint !== '' && { hint }) },
        };
  });
}

function canRun({ overview }: ChatFolder): boolean {
  const { config, holder, tasks } = overview;
  const isFree = holder === undefined && !isRunActive(runActivity(overview));
  return isFree && config.kind === 'ok' && tasks.some(({ runnable }) => runnable);
}

function shortLabel(text: string): string {
  return sanitizeLabel(text, MAX_TITLE);
}
