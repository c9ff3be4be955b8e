import { LIMIT_SPECS, type LimitName } from './limits';
import { LOOP_KEYS, type LoopKey } from './loopSettings';

/** A setting of the editor that overrides a value of `devs.yaml`, without the prefix `devs.`. */
export type ConfigSetting = LimitName | `loopDetection.${LoopKey}`;

/** All of them: limits first, then loop detection. */
export const CONFIG_SETTINGS: readonly ConfigSetting[] = [
  ...(Object.keys(LIMIT_SPECS) as LimitName[]),
  ...LOOP_KEYS.map((key) => `loopDetection.${key}` as const),
];

/** The values that the user set, not validated. */
export type RawSettings = Readonly<Partial<Record<ConfigSetting, unknown>>>;
