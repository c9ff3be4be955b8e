import type { JudgePrompt } from '../../src/ports/judge';

interface Told {
  readonly attempts: readonly Fact[];
  readonly current: Fact;
}

interface Fact {
  readonly attempt: number;
  readonly failure?: string;
  readonly kindOfFailure?: string;
  readonly sameFailureAs?: number;
  readonly workspace?: 'unchanged';
}

/** The data in a prompt. */
export function toldIn({ user }: Pick<JudgePrompt, 'user'>): Told {
  return JSON.parse(user.slice(0, user.lastIndexOf('\n'))) as Told;
}

/**
 * A judge that reads nothing but facts: rising counts of failing tests move away from the goal, an
 * unavailable service is outside, the same failure or an unchanged workspace is no progress, and
 * anything new is some.
 */
export function honestAnswer(prompt: Pick<JudgePrompt, 'user'>): string {
  const { attempts, current } = toldIn(prompt);
  const counts = [...attempts, current].map(({ failure = '' }) => failingIn(failure));
  const rises = counts.length > 1 && counts.every((count, at) => count > (counts[at - 1] ?? -1));
  const external = isOutside(current);
  const isSame = current.sameFailureAs !== undefined || current.workspace === 'unchanged';
  return JSON.stringify({
    isRegressive: rises,
    noProgress: rises || isSame || external,
    external,
    reasoning: reasonFor({ rises, external, isSame, counts }),
  });
}

function isOutside({ failure = '', kindOfFailure }: Fact): boolean {
  return kindOfFailure !== 'assertion' && /unavailable|timeout/i.test(failure);
}

function failingIn(failure: string): number {
  return Number(/(\d+) tests? failing/.exec(failure)?.[1] ?? NaN);
}

interface Reason {
  readonly rises: boolean;
  readonly external: boolean;
  readonly isSame: boolean;
  readonly counts: readonly number[];
}

function reasonFor({ rises, external, isSame, counts }: Reason): string {
  if (rises) return `Moving away from goal: ${counts.join(', ')} tests failing`;
  if (external) return 'An external service is not available';
  return isSame ? 'nothing is new' : 'something new was tried';
}
