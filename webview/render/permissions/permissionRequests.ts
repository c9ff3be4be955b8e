import { listAsked } from '../../../src/model/overview/overview';
import type { AskedPermission } from '../../../src/model/permissions/askedPermission';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { describeAsked } from '../../../src/reports/permissions/describePermission';
import { describeRule } from '../../../src/reports/permissions/permissionReplies';
import { countOf } from '../../../src/text/count';
import { html, nothing, type Content, type TemplateResult } from '../../template';
import { askedGroup } from '../askedGroup';
import { boundedList, preformatted } from '../bounded';
import { clockUntil } from '../clock';
import type { TaskScope } from '../context';
import { icon } from '../icons';
import { inlineCode } from '../inlineCode';
import { proposedChanges } from './proposedChanges';
import { replyButtons } from './replyButtons';

/** Maximum number of lines of a command that are shown at first. */
const MAX_LINES = 20;

/** What the agent of a running task asks permission for, each request with its buttons; nothing without any. */
export function permissionRequests(scope: TaskScope, task: TaskView): Content {
  return askedGroup(scope, {
    ...{ className: 'permission-requests', label: 'Permission requests', noun: 'request' },
    items: listAsked(task),
    draw: (asked) => request(scope, asked),
  });
}

function request(scope: TaskScope, asked: AskedPermission): TemplateResult {
  const { id, command, paths, changes, left, rule, until } = asked;
  const section = `asked:${scope.taskId}:${asked.askedAt}:${id}`;
  const files = changes.length > 0 ? [] : paths;
  const always =
    rule === undefined
      ? nothing
      : html`<p class="muted permission-rule"
          >“Always” allows <code>${rule}</code>${describeRule(rule).slice(rule.length)}</p
        >`;
  return html`<section class="asked permission-request" aria-label="Permission request ${id}">
    <h4>${icon('shield')}<span>${heading(asked)}</span></h4>
    ${preformatted(scope, { section, label: 'Command', text: command ?? '', most: MAX_LINES })}
    ${files.length > 1 ? fileList(scope, section, files) : nothing}
    ${proposedChanges(scope, section, changes)} ${left > 0 ? omitted(left) : nothing}
    <p class="muted asked-until">Waits ${clockUntil(until)}, then the request is refused</p>
    ${always}${replyButtons(scope, asked)}
  </section>`;
}

/** Who asks for what; a command stands below it in full. */
function heading(asked: AskedPermission): Content {
  return asked.command === undefined
    ? inlineCode(describeAsked(asked))
    : html`${`${asked.agent} asks to run`}`;
}

function fileList(scope: TaskScope, section: string, files: readonly string[]): Content {
  const view = { section: `${section}:files`, items: files, noun: 'file' };
  return boundedList(scope, view, (shown) => {
    const items = shown.map((path) => html`<li><code>${path}</code></li>`);
    return html`<ul class="permission-files" aria-label="Files"
      >${items}</ul
    >`;
  });
}

function omitted(left: number): TemplateResult {
  return html`<p class="permission-omitted"
    >${icon('warning')}<span
      >Part of this request is not shown:
      ${countOf(left, 'character or file', 'characters or files')} left out</span
    ></p
  >`;
}
