import type { ConfigProblem } from '../../model/config/config';
import type { OtherSources } from '../../platform/config/resolveLimits';
import { validateConfig } from '../../platform/config/validateConfig';

/** What holds for a draft besides its own text. */
export type DraftPlaces = OtherSources;

/** What is wrong with the text of a `devs.yaml`, saved or not, by the same rules as when a run reads it; [] for nothing. */
export function checkDraft(text: string, places: DraftPlaces): readonly ConfigProblem[] {
  const result = validateConfig(text, places);
  return result.kind === 'invalid' ? result.problems : [];
}
