import type { DashboardView } from '../../protocol/dashboardView';
import type { HostMessage, Snapshot } from '../../protocol/messages';
import { diffViews, isEmpty } from '../../protocol/viewPatch';

/** Numbers what one dashboard is sent, and knows what it shows, so that only what changed is sent again. */
export class ViewUpdates {
  private revision = 0;
  private sent: Snapshot | undefined;

  /** The whole view under the next number. */
  wholeView(view: DashboardView): Snapshot {
    this.revision += 1;
    this.sent = { revision: this.revision, view };
    return this.sent;
  }

  /** The message that brings the dashboard to this view; undefined when it shows it already. */
  nextMessage(view: DashboardView): HostMessage | undefined {
    const { sent } = this;
    const change = sent && diffViews(sent.view, view);
    if (sent === undefined || change === undefined) {
      return { type: 'view', snapshot: this.wholeView(view) };
    }
    if (isEmpty(change)) return undefined;
    const { revision } = this.wholeView(view);
    return { type: 'patch', patch: { revision, base: sent.revision, ...change } };
  }

  /** What was sent may have got lost: the next message is whole. */
  reset(): void {
    this.sent = undefined;
  }
}
