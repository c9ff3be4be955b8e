import { window } from 'vscode';
import { withoutLinks } from '../text/harmlessText';
import type { FollowUp, ToldAnswer } from './toldAnswer';

/** How long an answer stands in the status bar, in milliseconds. */
const ANSWER_STAYS = 6_000;

/** Longest answer that the status bar shows whole, in characters; a longer one is a notification. */
const FITS_STATUS_BAR = 70;

/** Tells what came of an action: a refusal as a warning, the rest where it disturbs least. */
export function tellAnswer({ ok, message, followUps = [] }: ToldAnswer): void {
  const text = withoutLinks(`Devs: ${message}`);
  if (!ok) void window.showWarningMessage(text);
  else if (followUps.length > 0) void offer(text, followUps);
  else if (text.length > FITS_STATUS_BAR) void window.showInformationMessage(text);
  else window.setStatusBarMessage(text, ANSWER_STAYS);
}

async function offer(text: string, followUps: readonly FollowUp[]): Promise<void> {
  const labels = followUps.map(({ label }) => label);
  const pressed = await window.showInformationMessage(text, ...labels);
  const chosen = followUps.find(({ label }) => label === pressed);
  if (chosen === undefined) return;
  try {
    const answer = await chosen.act();
    if (answer !== undefined) tellAnswer(answer);
  } catch (error) {
    tellAnswer({ ok: false, message: error instanceof Error ? error.message : String(error) });
  }
}
