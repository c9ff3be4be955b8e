import { askedInFolder, isSameRequest, type AskedInFolder } from '../folders/askedInFolder';
import type { FolderApp } from '../folders/folderApp';
import { actionWords, askedWords, isToldInFull } from '../text/askedWords';
import type { NotificationSurface } from './notificationSurface';
import { NotificationQueue } from './notificationQueue';
import { titleOf } from './pauseMessage';
import type { ActionAnswer } from './showAnswer';

type Answered = Promise<ActionAnswer | undefined>;

/** What the buttons do. */
export interface PermissionActions {
  /** Asks which request to answer, and for the answer. */
  readonly answer: (requests: readonly AskedInFolder[]) => Answered;
  /** Asks where the request is always allowed. */
  readonly always: (request: AskedInFolder) => Answered;
  readonly give: (request: AskedInFolder, reply: 'allow' | 'deny') => Answered;
  /** Shows the request in the dashboard. */
  readonly show: (request: AskedInFolder) => Answered;
}

const LABELS = {
  allow: 'Allow',
  always: 'Always…',
  deny: 'Deny',
  show: 'Show',
  answer: 'Answer…',
} as const;
type Button = keyof typeof LABELS;

/** Notifies about permission requests: one notification at a time, several requests in one. */
export class PermissionNotification {
  /** The requests of the newest overview, by folder. */
  private readonly seen = new Map<string, readonly AskedInFolder[]>();
  private readonly queue: NotificationQueue<AskedInFolder>;

  constructor(
    private readonly prompts: PermissionActions,
    private readonly options: NotificationSurface,
  ) {
    this.queue = new NotificationQueue({
      stillNeedYou: (requests) => this.stillOpen(requests),
      ask: (requests) => this.ask(requests),
      onFailure: (error) => this.reportFailure(error),
    });
  }

  /** Call after each new overview; notifies about requests that wait since the previous one. */
  update(folder: FolderApp): void {
    if (folder.overview === undefined) return;
    const key = folder.folder.uri.toString();
    const [before, now] = [this.seen.get(key), askedInFolder(folder)];
    this.seen.set(key, now);
    if (this.options.level() === 'none') return;
    const isNew = ({ asked }: AskedInFolder): boolean =>
      before?.every((each) => !isSameRequest(each.asked, asked)) === true;
    this.queue.add(now.filter(isNew));
  }

  private async ask(requests: readonly AskedInFolder[]): Promise<void> {
    const buttons = buttonsFor(requests);
    const labels = buttons.map((button) => LABELS[button]);
    const choice = await this.options.ask(`Devs: ${messageOf(requests)}`, labels);
    const pressed = buttons.find((button) => LABELS[button] === choice);
    if (pressed === undefined) return;
    const answer = await this.act(pressed, requests);
    if (answer !== undefined) this.options.showAnswer(answer);
  }

  private async act(
    button: Button,
    asked: readonly AskedInFolder[],
  ): Promise<ActionAnswer | undefined> {
    const { prompts } = this;
    // A button answers what stands in the notification; only a list can show what has come since.
    const open = button === 'answer' ? this.queue.take(asked) : this.stillOpen(asked);
    const [first] = open;
    if (first === undefined) return { ok: true, message: alreadyAnswered(asked) };
    switch (button) {
      case 'answer':
        return await prompts.answer(open);
      case 'always':
        return await prompts.always(first);
      case 'show':
        return await prompts.show(first);
      case 'allow':
      case 'deny':
        return await prompts.give(first, button);
    }
  }

  private stillOpen(requests: readonly AskedInFolder[]): readonly AskedInFolder[] {
    return requests.flatMap(({ folder, task, asked }) => {
      const now = this.options.current(folder);
      const found = now && askedInFolder(now).find((each) => isSame(each, { task, asked }));
      return found === undefined ? [] : [found];
    });
  }

  private reportFailure(error: unknown): void {
    this.options.report(String(error));
    const message = error instanceof Error ? error.message : String(error);
    this.options.showAnswer({ ok: false, message });
  }
}

function isSame(one: AskedInFolder, other: Pick<AskedInFolder, 'task' | 'asked'>): boolean {
  return one.task.id === other.task.id && isSameRequest(one.asked, other.asked);
}

function messageOf(requests: readonly AskedInFolder[]): string {
  const [first] = requests;
  if (first === undefined) return '';
  if (requests.length > 1) {
    const named = requests.map(({ task, asked }) => `${titleOf(task)}: ${actionWords(asked, 80)}`);
    return `${requests.length} permission requests wait for you: ${named.join('; ')}`;
  }
  const { task, asked } = first;
  const rest = isToldInFull(asked) ? '' : ' – not all of it fits here';
  return `${titleOf(task)}: ${askedWords(asked)}${rest}`;
}

/** Nobody allows what cannot be read here in full. */
function buttonsFor(requests: readonly AskedInFolder[]): readonly Button[] {
  const [first] = requests;
  if (requests.length > 1 || first === undefined) return ['answer', 'show'];
  if (!isToldInFull(first.asked)) return ['show', 'deny'];
  const always: readonly Button[] = first.asked.rule === undefined ? [] : ['always'];
  return ['allow', ...always, 'deny', 'show'];
}

/** What an outdated notification answers. */
function alreadyAnswered(requests: readonly AskedInFolder[]): string {
  return requests.length === 1
    ? 'Already answered, or it does not wait any more.'
    : 'Already answered: none of these requests waits any more.';
}
