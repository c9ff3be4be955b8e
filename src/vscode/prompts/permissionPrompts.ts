import type { PermissionGrant } from '../../model/permissions/permissionPolicy';
import {
  describeRule,
  listReplies,
  type ReplyChoice,
} from '../../reports/permissions/permissionReplies';
import { listSome } from '../../text/list';
import type { RequestInFolder } from '../folders/askedInFolder';
import type { FolderApp } from '../folders/folderApp';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { FolderActions } from '../run/folderActions';
import { askedWords, isToldInFull } from '../text/askedWords';
import { sanitizeLabel } from '../text/sanitizeLabel';
import { chooseAsked } from './chooseAsked';
import type { Choice, UserInput } from './userInput';

/** Longest command in a list, in characters. */
const MAX_COMMAND = 400;
/** Maximum number of tasks that are named. */
const MAX_TASKS = 3;

export interface PermissionPromptsOptions {
  readonly actions: Pick<FolderActions, 'permit'>;
  readonly input: Pick<UserInput, 'pickOne' | 'confirm'>;
  /** Shows a task in the dashboard. */
  readonly show: (task: TaskInFolder) => Promise<ActionAnswer | undefined>;
}

/** Asks for the answers to permission requests, and which permissions to forget. */
export class PermissionPrompts {
  constructor(private readonly options: PermissionPromptsOptions) {}

  /** Asks which request, unless there is one alone, and for the answer. */
  async answer(requests: readonly RequestInFolder[]): Promise<ActionAnswer | undefined> {
    if (requests.length === 0) return { ok: true, message: NO_REQUEST };
    const request = await chooseAsked(this.options.input, requests, WHICH);
    if (request === undefined) return undefined;
    const options = { title: askedWords(request.asked), placeHolder: 'Your answer' };
    const answer = await this.options.input.pickOne(replyChoices(request), options);
    if (answer === undefined) return undefined;
    return answer === 'show' ? await this.show(request) : await this.reply(request, answer);
  }

  /** Asks where the request is always allowed. */
  async always(request: RequestInFolder): Promise<ActionAnswer | undefined> {
    const choices = listReplies(request.asked)
      .filter(({ always }) => always !== undefined)
      .map(replyChoice);
    const options = {
      title: askedWords(request.asked),
      placeHolder: 'Where should this always be allowed?',
    };
    const reply = await this.options.input.pickOne(choices, options);
    return reply && (await this.reply(request, reply));
  }

  /** Shows the request in the dashboard, with all that is asked for. */
  async show(request: RequestInFolder): Promise<ActionAnswer | undefined> {
    return await this.options.show(request);
  }

  /** Gives the named answer. */
  async give(
    request: RequestInFolder,
    name: ReplyChoice['name'],
  ): Promise<ActionAnswer | undefined> {
    const reply = listReplies(request.asked).find((each) => each.name === name);
    return reply && (await this.reply(request, reply));
  }

  /** Lists what is always allowed; a chosen rule is forgotten after a confirmation. */
  async review({ app }: FolderApp): Promise<ActionAnswer | undefined> {
    const grants = await app.permissionGrants();
    if (grants.length === 0) return { ok: true, message: NO_GRANT };
    const options = { title: 'Always allowed', placeHolder: 'Choose a permission to forget' };
    const rule = await this.options.input.pickOne(grantChoices(grants), options);
    if (rule === undefined) return undefined;
    const agreed = await this.options.input.confirm({
      message: 'Forget this permission? Devs then asks you again.',
      detail: sanitizeLabel(describeRule(rule), MAX_COMMAND),
      button: 'Forget',
    });
    return agreed ? await app.forgetPermission(rule) : undefined;
  }

  private async reply(
    { folder, task, asked: { id, askedAt } }: RequestInFolder,
    { allow, always }: ReplyChoice,
  ): Promise<ActionAnswer> {
    const decision = { taskId: task.id, id, askedAt, allow, ...(always && { always }) };
    return await this.options.actions.permit(folder, decision);
  }
}

const WHICH = {
  ...{ title: 'Permission requests', placeHolder: 'Which request do you want to answer?' },
  words: askedWords,
};
const NO_REQUEST = 'No permission request is waiting for you.';
const NO_GRANT =
  'Nothing is always allowed yet. To allow something for good, answer its permission request with "Always".';

/** The answers; what is not shown in full in this list is shown in the dashboard first. */
function replyChoices({ asked }: RequestInFolder): readonly Choice<ReplyChoice | 'show'>[] {
  const show = {
    label: 'Show',
    description: 'shows the whole request in the dashboard',
    value: 'show' as const,
  };
  const replies = listReplies(asked).map(replyChoice);
  return isToldInFull(asked) ? [...replies, show] : [show, ...replies];
}

function replyChoice(reply: ReplyChoice): Choice<ReplyChoice> {
  return { label: reply.label, description: sanitizeLabel(reply.hint, MAX_COMMAND), value: reply };
}

/** A line for each rule, with the tasks that it is for. */
function grantChoices(grants: readonly PermissionGrant[]): readonly Choice<string>[] {
  const rules = [...new Set(grants.map(({ rule }) => rule))];
  return rules.map((rule) => {
    const own = grants.filter((grant) => grant.rule === rule);
    const tasks = own.flatMap(({ taskId }) => taskId ?? []);
    const everywhere = tasks.length < own.length;
    const where = everywhere ? 'in every task' : `for ${listSome(tasks, MAX_TASKS)}`;
    return {
      label: sanitizeLabel(describeRule(rule), MAX_COMMAND),
      description: where,
      value: rule,
    };
  });
}
