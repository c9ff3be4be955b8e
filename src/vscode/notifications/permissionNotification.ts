import { listAsked } from '../../model/overview/overview';
import type { AskedPermission } from '../../model/permissions/askedPermission';
import type { RequestInFolder } from '../folders/askedInFolder';
import { actionWords, askedWords, isToldInFull } from '../text/askedWords';
import { ANSWER, AskedNotification, NOT_IN_FULL, SHOW, type AskedKind } from './askedNotification';
import type { NotificationSurface } from './notificationSurface';
import { titleOf } from './pauseMessage';
import type { ActionAnswer } from './showAnswer';

type Answered = Promise<ActionAnswer | undefined>;

/** What the buttons do. */
export interface PermissionActions {
  /** Asks which request to answer, and for the answer. */
  readonly answer: (requests: readonly RequestInFolder[]) => Answered;
  /** Asks where the request is always allowed. */
  readonly always: (request: RequestInFolder) => Answered;
  readonly give: (request: RequestInFolder, reply: 'allow' | 'deny') => Answered;
  /** Shows the request in the dashboard. */
  readonly show: (request: RequestInFolder) => Answered;
}

const ALLOW = 'Allow';
const ALWAYS = 'Always…';
const DENY = 'Deny';

/** Notifies about permission requests. */
export function permissionNotification(
  prompts: PermissionActions,
  surface: NotificationSurface,
): AskedNotification<AskedPermission> {
  const kind: AskedKind<AskedPermission> = {
    list: listAsked,
    message: messageOf,
    buttons: buttonsFor,
    plural: 'requests',
    act: async (button, { first, open }) => {
      if (button === ANSWER) return await prompts.answer(open);
      if (button === ALWAYS) return await prompts.always(first);
      if (button === SHOW) return await prompts.show(first);
      return await prompts.give(first, button === ALLOW ? 'allow' : 'deny');
    },
  };
  return new AskedNotification(kind, surface);
}

function messageOf(requests: readonly RequestInFolder[]): string {
  const [first] = requests;
  if (first === undefined) return '';
  if (requests.length > 1) {
    const named = requests.map(({ task, asked }) => `${titleOf(task)}: ${actionWords(asked, 80)}`);
    return `${requests.length} permission requests wait for you: ${named.join('; ')}`;
  }
  const { task, asked } = first;
  const rest = isToldInFull(asked) ? '' : NOT_IN_FULL;
  return `${titleOf(task)}: ${askedWords(asked)}${rest}`;
}

/** Nobody allows what cannot be read here in full. */
function buttonsFor(requests: readonly RequestInFolder[]): readonly string[] {
  const [first] = requests;
  if (requests.length > 1 || first === undefined) return [ANSWER, SHOW];
  if (!isToldInFull(first.asked)) return [SHOW, DENY];
  const always = first.asked.rule === undefined ? [] : [ALWAYS];
  return [ALLOW, ...always, DENY, SHOW];
}
