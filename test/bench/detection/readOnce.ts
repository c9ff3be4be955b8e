import type { Step } from '../../../src/model/steps/step';

const FAILURE_WORDS = /error|fail|denied|not found/i;

/**
 * The least that anything does which notices repeated results: masks numbers, looks for a word of failure in each line,
 * and counts the line. No detector reads less, so its time is what the time of the detectors is compared with.
 */
export class ReadOnce {
  private readonly lines = new Map<string, number>();
  failures = 0;

  observe({ args, result, thought }: Step): void {
    for (const text of [args, result, thought])
      for (const line of text.replace(/\d+/g, '0').split('\n')) this.count(line);
  }

  private count(line: string): void {
    if (FAILURE_WORDS.test(line)) this.failures += 1;
    this.lines.set(line, (this.lines.get(line) ?? 0) + 1);
  }
}
