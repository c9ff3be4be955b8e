import type { DashboardView } from '../../protocol/dashboardView';
import type { HostMessage, Snapshot } from '../../protocol/messages';
import { diffViews, isEmpty } from '../../protocol/viewPatch';

/** Numbers the views sent to one dashboard and sends only changes to the last one. */
export class ViewUpdates {
  private revision = 0;
  private sent: Snapshot | undefined;

  /** The whole view under the next number. */
  wholeView(view: DashboardView): Snapshot {
    this.revision += 1;
    this.sent = { revision: this.revision, view };
    return this.sent;
  }

  /** The message that updates the dashboard to this view; undefined when nothing changed. */
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

  /** Makes the next message a whole view, as sent messages may be lost. */
  reset(): void {
    this.sent = undefined;
  }
}
