import { outputLines } from '../../../../src/rules/output/outputLines';
import { failureSignature } from '../../../../src/rules/failure/signature/failureSignature';
import type { FailureSignature } from '../../../../src/model/failure/failure';
import type { Lesson } from '../../../../src/model/failure/lesson';

/** The signature of what a program printed in the workspace of these tests. */
export function signatureOf(
  output: string,
  failingTests: readonly string[] = [],
): FailureSignature {
  return failureSignature({
    lines: outputLines(output),
    failingTests,
    end: 'exit code 1',
    workspace: '/home/dev/shop',
  });
}

/** A lesson learned from what a program printed. */
export function lessonOf(output: string, change: Partial<Lesson> = {}): Lesson {
  return {
    id: 'lesson-1',
    taskId: 'add-login',
    at: '2026-01-01T00:00:00.000Z',
    agent: 'claude',
    failure: signatureOf(output),
    brokenBy: 'hint',
    text: 'Read the error once more.',
    helped: 1,
    ...change,
  };
}
