import type { AskedPermission } from '../../../src/model/permissions/askedPermission';
import { listReplies, type ReplyChoice } from '../../../src/reports/permissions/permissionReplies';
import { html, type TemplateResult } from '../../template';
import { ANSWERED, isSecondPress } from '../askedGroup';
import { buttons, type ButtonView } from '../button';
import type { TaskScope } from '../context';
import { withoutCodeMarks } from '../inlineCode';

/** The buttons of a permission request; once it is answered, that it is. */
export function replyButtons(scope: TaskScope, asked: AskedPermission): TemplateResult {
  if (scope.card.answered.has(keyOf(asked))) return ANSWERED;
  const views = listReplies(asked).map((reply) => replyButton(scope, asked, reply));
  return html`<div class="actions">${buttons(views)}</div>`;
}

function replyButton(
  { sender, card, taskId, announcer }: TaskScope,
  asked: AskedPermission,
  { name: action, label, hint, allow, always }: ReplyChoice,
): ButtonView {
  const { id, askedAt } = asked;
  const key = keyOf(asked);
  return {
    ...{ action, label, state: { enabled: true, hint } },
    appearance: action === 'allow' ? 'primary' : 'secondary',
    name: `${label}: ${withoutCodeMarks(asked.action)}`,
    busy: sender.isBusy(key),
    onPress: (event) => {
      if (isSecondPress(event)) return;
      sender.send(key, {
        method: 'permit',
        params: { taskId, id, askedAt, allow, ...(always && { always }) },
        onDone: () => void card.answered.add(key),
      });
    },
    onRefused: announcer.show,
  };
}

/** Names a request among those of all runs. */
function keyOf({ id, askedAt }: AskedPermission): string {
  return `permit ${id} ${askedAt}`;
}
