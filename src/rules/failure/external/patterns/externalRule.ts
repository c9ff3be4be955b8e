import type { ExternalKind } from '../../../../model/failure/failure';
import type { ErrorText } from './errorText';

/** One way in which an external failure is said. */
export interface ExternalRule {
  readonly kind: ExternalKind;
  readonly then: 'retry' | 'blocked';
  /** Linear; a group named `subject` holds what failed by name. */
  readonly pattern: RegExp;
  /**
   * `start`: the text that is left without its lead-in begins with it (the pattern has a `^`);
   * `error`: it may stand anywhere in a line that begins as errors do ("Error: …", "npm error …").
   */
  readonly at: 'start' | 'error';
  /** Only the agent says so, of the service behind it; such a failure has no subject. */
  readonly voice?: 'agent';
  /** A warning: it names the cause, but proves a failure only together with a rule that is none. */
  readonly warning?: true;
  /** Whether the subject is the project's own (a relative module): then the failure is the agent's. */
  readonly isOwn?: (subject: string) => boolean;
  /** Makes the subject of what the pattern caught. */
  readonly nameOf?: (caught: string) => string;
  /** Replaces the remedy of the kind. */
  readonly remedy?: string;
}

/** A line that a rule fits. */
export interface RuleMatch {
  readonly rule: ExternalRule;
  readonly subject: string | undefined;
  /** The subject is the project's own: an ordinary failure. */
  readonly own: boolean;
}

/** A line that says an external failure. */
export interface FoundFailure extends RuleMatch {
  /** Index in the lines. */
  readonly at: number;
  readonly line: string;
}

/** The first rule that fits the line; undefined when none does. */
export function matchRule(line: ErrorText, rules: readonly ExternalRule[]): RuleMatch | undefined {
  for (const rule of rules) {
    if (rule.at === 'error' && line.lead === 'none') continue;
    const found = rule.pattern.exec(line.text);
    if (found === null) continue;
    const caught = found.groups?.['subject'];
    const own = caught !== undefined && (rule.isOwn?.(caught) ?? false);
    const named =
      caught === undefined || rule.voice ? undefined : (rule.nameOf?.(caught) ?? caught);
    return { rule, subject: named === '' ? undefined : named, own };
  }
  return undefined;
}
