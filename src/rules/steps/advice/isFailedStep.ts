import type { ProvingStep } from '../../../model/steps/step';
import { classifyResult } from '../results/classifyResult';

/** Whether a step failed, as far as the beginning of its result shows. */
export function isFailedStep({ tool, result }: Pick<ProvingStep, 'tool' | 'result'>): boolean {
  return tool !== '' && classifyResult({ result }) === 'failure';
}
