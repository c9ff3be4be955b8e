import type { AskedPermission } from '../../model/permissions/askedPermission';
import type { AgentQuestion } from '../../model/tools/agentQuestion';
import { describeAsked } from '../../reports/permissions/describePermission';
import { oneLine } from '../../text/oneLine';
import { sanitizeLabel, withoutLinks } from './sanitizeLabel';

/** Longest request or question in a notification or list, in characters. */
const MAX_WORDS = 300;
/** Longest name of an agent there. */
const MAX_AGENT = 60;

/** A permission request for notifications and lists, one line: `claude asks to run "npm install"`. */
export function askedWords(asked: Pick<AskedPermission, 'agent' | 'action'>): string {
  return quoted(describeAsked(asked));
}

/** What it is about alone: `run "npm install"`. */
export function actionWords({ action }: Pick<AskedPermission, 'action'>, most = MAX_WORDS): string {
  return quoted(action, most);
}

function quoted(text: string, most = MAX_WORDS): string {
  return withoutLinks(sanitizeLabel(text.replaceAll('`', '"'), most));
}

/** Whether these words show all that is asked for: no line, file or character is missing. The content of an edit may be. */
export function isToldInFull({ action, command, paths, left }: AskedPermission): boolean {
  if (left > 0 || paths.length > 1) return false;
  return command === undefined || action === `run \`${command.replaceAll('`', "'")}\``;
}

/** The name of an agent. */
export function agentWords({ agent }: Pick<AgentQuestion, 'agent'>): string {
  return quoted(agent, MAX_AGENT);
}

/** A question of an agent alone, one line; a longer one than `isQuestionInFull` allows is cut. */
export function questionWords(
  { question }: Pick<AgentQuestion, 'question'>,
  most = MAX_WORDS,
): string {
  return quoted(question, most);
}

/** Whether `questionWords` shows the whole question. */
export function isQuestionInFull({ question }: Pick<AgentQuestion, 'question'>): boolean {
  return question.length <= MAX_WORDS && oneLine(question) === question;
}
