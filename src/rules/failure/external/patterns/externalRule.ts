import type { ExternalKind } from '../../../../model/failure/failure';
import type { ErrorText } from './errorText';

/** Required after words that may also begin an agent's sentence: the end or the continuation of a message. */
export const END = String.raw`(?=$|[.:!,;|"'}\]]|\s[·∙(–—-]|\s*\()`;

/** A rule for one wording of an external failure. */
export interface ExternalRule {
  readonly kind: ExternalKind;
  readonly handling: 'retry' | 'blocked';
  /** Runs in linear time; the group `subject` captures the name of what failed. */
  readonly pattern: RegExp;
  /**
   * `start`: matches at the beginning of the text after its lead-in (the pattern has a `^`); `error`: matches anywhere
   * in a line with an error lead-in ("Error: …", "npm error …").
   */
  readonly at: 'start' | 'error';
  /** Printed only by the agent about its own service; such a failure has no subject. */
  readonly voice?: 'agent';
  /**
   * Any program may make this statement about any service: without a named host it is uncertain where the output names an
   * address of this machine, or goes on to another failure.
   */
  readonly vague?: true;
  /** Certain without a named host, unlike other network failures. */
  readonly certain?: true;
  /** Finds the name of what failed anywhere in the text, if `pattern` captures none. */
  readonly names?: RegExp;
  /** A warning, which names the cause but proves a failure only together with another rule. */
  readonly warning?: true;
  /** Whether the subject is the project's own (a relative module): the failure is then the agent's. */
  readonly isOwn?: (subject: string) => boolean;
  /** Converts the captured text to the subject. */
  readonly nameOf?: (caught: string) => string;
  /** Replaces the default remedy of the kind. */
  readonly remedy?: string;
}

/** A match of a rule. */
export interface RuleMatch {
  readonly rule: ExternalRule;
  readonly subject: string | undefined;
  /** The subject is the project's own: an ordinary failure. */
  readonly own: boolean;
}

/** A line that reports an external failure. */
export interface FoundFailure extends RuleMatch {
  /** Index in the lines. */
  readonly at: number;
  readonly line: string;
}

/** Finds the first matching rule; undefined if none matches. */
export function matchRule(line: ErrorText, rules: readonly ExternalRule[]): RuleMatch | undefined {
  for (const rule of rules) {
    if (rule.at === 'error' && line.lead === 'none') continue;
    const found = rule.pattern.exec(line.text);
    if (found === null) continue;
    const caught = found.groups?.['subject'] ?? rule.names?.exec(line.text)?.groups?.['subject'];
    const own = caught !== undefined && (rule.isOwn?.(caught) ?? false);
    const named =
      caught === undefined || rule.voice ? undefined : (rule.nameOf?.(caught) ?? caught);
    return { rule, subject: named === '' ? undefined : named, own };
  }
  return undefined;
}
