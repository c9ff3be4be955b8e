import type { PullRequestPlan } from '../../model/landing/pullRequest';
import type { FolderApp } from '../folders/folderApp';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { ActionAnswer, FollowUp } from '../notifications/showAnswer';
import type { UserInput } from '../prompts/userInput';
import { sanitizeLabel } from '../text/sanitizeLabel';

/** What the editor does with addresses and texts. */
export interface PullRequestEditor {
  readonly openLink: (address: string) => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** Shows that the work goes on until it resolves. */
  readonly whileMaking: <T>(title: string, work: () => Promise<T>) => Promise<T>;
}

/** Makes pull requests of the branches on which tasks landed. */
export class PullRequestActions {
  constructor(
    private readonly input: Pick<UserInput, 'pickTask' | 'confirm'>,
    private readonly editor: PullRequestEditor,
  ) {}

  /** Asks before it pushes. Where it cannot make the pull request, offers the commands that do. */
  async create(tasks: readonly TaskInFolder[]): Promise<ActionAnswer | undefined> {
    const picked = await this.input.pickTask(tasks, {
      placeHolder: 'Create a pull request for which task?',
      none: 'No task has landed on a branch, so there is nothing to create a pull request from.',
      takeOnlyOne: true,
    });
    if (picked === undefined) return undefined;
    const { folder, task } = picked;
    const planned = await this.editor.whileMaking('Asking GitHub…', () =>
      folder.app.planPullRequest(task.id),
    );
    if (!planned.ok) return planned;
    const { plan, pullRequest } = planned;
    if (pullRequest !== undefined)
      return this.made(`${task.id} already has a pull request.`, pullRequest);
    if (plan.problem !== undefined) return this.byHand(plan, plan.problem);
    const mayPush = plan.isPushed || (await this.input.confirm(pushQuestion(plan)));
    return mayPush ? await this.make(folder, plan) : undefined;
  }

  private async make(folder: FolderApp, plan: PullRequestPlan): Promise<ActionAnswer> {
    const { taskId } = plan;
    const answer = await this.editor.whileMaking(`Creating the pull request for ${taskId}…`, () =>
      folder.app.createPullRequest(taskId),
    );
    await folder.refresh();
    return answer.ok ? this.made(answer.message, answer.address) : answer;
  }

  private made(message: string, address: string): ActionAnswer {
    return { ok: true, message, followUps: [this.follow('Open', 'openLink', address)] };
  }

  private byHand({ branch, commands }: PullRequestPlan, problem: string): ActionAnswer {
    return {
      ok: true,
      message: `${problem} The work is on the branch ${branch}.`,
      followUps: [
        this.follow('Copy Commands', 'copy', `${commands.join('\n')}\n`),
        this.follow('Copy Branch Name', 'copy', branch),
      ],
    };
  }

  private follow(label: string, how: 'openLink' | 'copy', text: string): FollowUp {
    return {
      label,
      act: async () => {
        await this.editor[how](text);
        return undefined;
      },
    };
  }
}

function pushQuestion({ branch, remote, address, base, title }: PullRequestPlan) {
  const into = base === undefined ? 'the default branch' : sanitizeLabel(base);
  return {
    message: `Push ${sanitizeLabel(branch)} to ${sanitizeLabel(remote)} and create a pull request?`,
    detail: [
      `Title: ${sanitizeLabel(title)}`,
      `To: ${sanitizeLabel(address)}, into ${into}`,
      'Everyone who can read the repository will see the branch and the pull request.',
    ].join('\n'),
    button: 'Push and Create',
  };
}
