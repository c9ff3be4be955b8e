import { window } from 'vscode';
import type { Answer } from '../../ports/answer';
import { notificationText } from '../text/editorWords';

/** A button below an answer. */
export interface FollowUp {
  readonly label: string;
  readonly act: () => Promise<ActionAnswer | undefined>;
}

/** Result of an action; with follow-ups it is always shown as a notification. */
export interface ActionAnswer extends Answer {
  readonly followUps?: readonly FollowUp[];
}

/** How long an answer is shown in the status bar, in milliseconds. */
const ANSWER_STAYS = 6_000;

/** Longest answer in the status bar, in characters; longer ones are notifications. */
const FITS_STATUS_BAR = 70;

/**
 * Shows the result of an action: a failure as a warning, long answers and follow-ups as a notification, the rest in the
 * status bar. An empty message says that the user sees the result already.
 */
export function showAnswer({ ok, message, followUps = [] }: ActionAnswer): void {
  const text = notificationText(`Devs: ${message}`);
  if (!ok) void window.showWarningMessage(text);
  else if (followUps.length > 0) void showWithFollowUps(text, followUps);
  else if (message === '') return;
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
