import type { ProvingStep } from '../../../model/steps/step';
import { readStepEffect } from '../effects/readStepEffect';
import { isChange, type StepEffect } from '../effects/stepEffect';
import { findCallFiles } from './findFiles';

/** Maximum number of files that are remembered as read, and as edited; the newest. */
const MAX_FILES = 200;

/** Files that the steps of a run read and edited, each once, in the order of their last use. In bounded memory. */
export class SeenFiles {
  private readonly files = { read: new Set<string>(), edited: new Set<string>() };

  get read(): readonly string[] {
    return [...this.files.read];
  }

  get edited(): readonly string[] {
    return [...this.files.edited];
  }

  add(step: Pick<ProvingStep, 'tool' | 'call'>): void {
    const use =
      step.tool === '' ? undefined : toUse(readStepEffect({ tool: step.tool, args: step.call }));
    if (use === undefined) return;
    const files = this.files[use];
    for (const file of findCallFiles(step)) {
      files.delete(file);
      files.add(file);
      const [oldest] = files;
      if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest);
    }
  }
}

function toUse(effect: StepEffect): 'read' | 'edited' | undefined {
  if (isChange(effect)) return 'edited';
  return effect.kind === 'reads' ? 'read' : undefined;
}
