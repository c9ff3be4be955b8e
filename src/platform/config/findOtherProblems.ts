import type { ConfigProblem } from '../../model/config/config';
import { resolveLimits, type OtherSources } from './resolveLimits';
import { resolveLoopDetection } from './resolveLoopDetection';

/** Finds the problems of the environment and the editor settings, independent of the file. */
export function findOtherProblems(places: OtherSources): readonly ConfigProblem[] {
  return [
    ...resolveLimits({}, places).problems,
    ...resolveLoopDetection(undefined, places.settings).problems,
  ];
}
