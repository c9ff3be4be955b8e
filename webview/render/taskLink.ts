import { isWebLink, nameLink } from '../../src/model/task/webLink';
import type { TaskView } from '../../src/protocol/dashboardView';
import { html, nothing, type Content } from '../template';

/** Where the task comes from, as a link that the editor opens in the browser; nothing for one without. */
export function taskLink({ link, title }: Pick<TaskView, 'link' | 'title'>): Content {
  if (link === undefined || !isWebLink(link)) return nothing;
  const name = `${nameLink(link)}, where ${title} comes from`;
  return html`<span
    ><a class="link" href=${link} title=${link} aria-label=${name}>${nameLink(link)}</a></span
  >`;
}
