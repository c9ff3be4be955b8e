import type { ProvingStep } from '../../../model/steps/step';
import { dropEcho } from '../../../text/dropEcho';
import { readStepEffect } from '../effects/readStepEffect';
import { isChange, type StepEffect } from '../effects/stepEffect';
import { isShellTool } from '../effects/isShellTool';
import { findCallFiles } from './findFiles';
import { isFailedStep } from './isFailedStep';

/** Maximum number of files that are remembered as read and as edited, and of failing commands; the newest. */
const MAX_KNOWN = 200;
/** How often a command must have failed to be told of. */
const MIN_FAILURES = 2;

/**
 * What the steps of a run read, edited and saw fail: files, each once, in the order of their last use, and commands that
 * fail. In bounded memory.
 */
export class SeenSteps {
  private readonly files = { read: new Set<string>(), edited: new Set<string>() };
  /** By their calls. */
  private readonly failures = new Map<
    string,
    { readonly step: ProvingStep; readonly count: number }
  >();

  get read(): readonly string[] {
    return [...this.files.read];
  }

  get edited(): readonly string[] {
    return [...this.files.edited];
  }

  /** The newest command that failed each time, and more than once, without its echo in the result; undefined for none. */
  get failing(): ProvingStep | undefined {
    return [...this.failures.values()].findLast(({ count }) => count >= MIN_FAILURES)?.step;
  }

  add(step: ProvingStep): void {
    if (step.tool === '') return;
    const use = toUse(readStepEffect({ tool: step.tool, args: step.call }));
    if (use !== undefined) this.addFiles(this.files[use], step);
    if (use === undefined && isShellTool(step.tool)) this.addCommand(step);
  }

  private addFiles(files: Set<string>, step: ProvingStep): void {
    for (const file of findCallFiles(step)) {
      files.delete(file);
      files.add(file);
      const [oldest] = files;
      if (files.size > MAX_KNOWN && oldest !== undefined) files.delete(oldest);
    }
  }

  private addCommand(step: ProvingStep): void {
    const count = this.failures.get(step.call)?.count ?? 0;
    this.failures.delete(step.call);
    const answer = { ...step, result: dropEcho(step.result, step.call) };
    if (!isFailedStep(answer)) return;
    this.failures.set(step.call, { step: answer, count: count + 1 });
    const [oldest] = this.failures.keys();
    if (this.failures.size > MAX_KNOWN && oldest !== undefined) this.failures.delete(oldest);
  }
}

function toUse(effect: StepEffect): 'read' | 'edited' | undefined {
  if (isChange(effect)) return 'edited';
  return effect.kind === 'reads' ? 'read' : undefined;
}
