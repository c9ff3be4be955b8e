import { window } from 'vscode';
import type { Answer } from '../ports/answer';

/** How long an answer stands in the status bar, in milliseconds. */
const ANSWER_STAYS = 6_000;

/** Longest answer that the status bar shows whole, in characters; a longer one is a notification. */
const FITS_STATUS_BAR = 70;

/** Tells what came of an action: a refusal as a warning, the rest where it disturbs least. */
export function tellAnswer({ ok, message }: Answer): void {
  const text = `Devs: ${message}`;
  if (!ok) void window.showWarningMessage(text);
  else if (text.length > FITS_STATUS_BAR) void window.showInformationMessage(text);
  else window.setStatusBarMessage(text, ANSWER_STAYS);
}
