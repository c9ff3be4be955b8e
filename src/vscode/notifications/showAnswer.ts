import { window } from 'vscode';
import type { Answer } from '../../ports/answer';
import { withoutLinks } from '../text/sanitizeLabel';

/** What a human can go on with after an answer; a button. */
export interface FollowUp {
  readonly label: string;
  readonly act: () => Promise<ActionAnswer | undefined>;
}

/** What came of an action. With follow-ups it is a notification, wherever the action was asked for. */
export interface ActionAnswer extends Answer {
  readonly followUps?: readonly FollowUp[];
}

/** How long an answer stands in the status bar, in milliseconds. */
const ANSWER_STAYS = 6_000;

/** Longest answer that the status bar shows whole, in characters; a longer one is a notification. */
const FITS_STATUS_BAR = 70;

/** Tells what came of an action: a refusal as a warning, the rest where it disturbs least. */
export function showAnswer({ ok, message, followUps = [] }: ActionAnswer): void {
  const text = withoutLinks(`Devs: ${message}`);
  if (!ok) void window.showWarningMessage(text);
  else if (followUps.length > 0) void showWithFollowUps(text, followUps);
  else if (text.length > FITS_STATUS_BAR) void window.showInformationMessage(text);
  else window.setStatusBarMessage(text, ANSWER_STAYS);
}

async function showWithFollowUps(text: string, followUps: readonly FollowUp[]): Promise<void> {
  const labels = followUps.map(({ label }) => label);
  const pressed = await window.showInformationMessage(text, ...labels);
  const chosen = followUps.find(({ label }) => label === pressed);
  if (chosen === undefined) return;
  try {
    const answer = await chosen.act();
    if (answer !== undefined) showAnswer(answer);
  } catch (error) {
    showAnswer({ ok: false, message: error instanceof Error ? error.message : String(error) });
  }
}
