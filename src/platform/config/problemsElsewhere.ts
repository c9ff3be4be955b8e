import type { ConfigProblem } from '../../model/config/config';
import { resolveLimits, type OtherPlaces } from './resolveLimits';
import { resolveLoopDetection } from './resolveLoopDetection';

/** What is wrong in the environment and in the settings, whatever the file says. */
export function problemsElsewhere(places: OtherPlaces): readonly ConfigProblem[] {
  return [
    ...resolveLimits({}, places).problems,
    ...resolveLoopDetection(undefined, places.settings).problems,
  ];
}
