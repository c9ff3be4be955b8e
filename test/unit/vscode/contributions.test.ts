import { deepEqual, equal, ok } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOP_PRESETS } from '../../../src/model/task/attempt';
import { CONFIG_SETTINGS } from '../../../src/model/config/configSettings';
import { LIMIT_SPECS } from '../../../src/model/config/limits';
import { LOOP_RANGES, PRESET_NAMES } from '../../../src/model/config/loopSettings';
import { RELEASES } from '../../realVscode/releases';
import {
  COMMANDS,
  COMMENT_COMMANDS,
  CONTEXT_KEYS,
  DASHBOARD_VIEW,
  NOTIFICATION_LEVELS,
  REVIEW_COMMENTS,
  SETTINGS,
  VIEW_CONTAINER,
} from '../../../src/vscode/contributions/contributions';

interface MenuItem {
  readonly command: string;
  readonly when?: string;
}

interface Setting {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly pattern?: string;
}

interface WalkthroughStep {
  readonly description: string;
  readonly media: { readonly image?: string; readonly markdown?: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly main: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly enabledApiProposals?: readonly string[];
  readonly icon: string;
  readonly contributes: {
    readonly commands: readonly { command: string; title: string; category: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly viewsContainers: { readonly activitybar: readonly { id: string; icon: string }[] };
    readonly views: Readonly<Record<string, readonly { id: string }[]>>;
    readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
    readonly yamlValidation: readonly { fileMatch: string; url: string }[];
  };
}

const root = join(__dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const { contributes } = manifest;
const commands: ReadonlySet<string> = new Set([
  ...Object.values(COMMANDS),
  ...Object.values(COMMENT_COMMANDS),
]);

describe('package.json and the code', () => {
  it('name the same commands, all in one category', () => {
    deepEqual(new Set(contributes.commands.map(({ command }) => command)), commands);
    for (const { category, title } of contributes.commands) {
      equal(category, 'Devs');
      equal(title.startsWith('Devs'), false);
    }
  });

  it('name the same settings, with the limits in their ranges', () => {
    const { properties } = contributes.configuration;
    deepEqual(
      Object.keys(properties),
      SETTINGS.map((name) => `devs.${name}`),
    );
    for (const [name, { min, max }] of Object.entries(LIMIT_SPECS)) {
      const setting = properties[`devs.${name}`];
      deepEqual([setting?.minimum, setting?.maximum, setting?.default], [min, max, null], name);
    }
    deepEqual(properties['devs.notifications']?.enum, NOTIFICATION_LEVELS);
  });

  it('contribute every setting that configuration reads, each unset until the user sets it', () => {
    const { properties } = contributes.configuration;
    for (const name of CONFIG_SETTINGS) {
      const setting = properties[`devs.${name}`];
      ok(setting !== undefined && [null, ''].includes(setting.default as null), name);
    }
    for (const name of ['maxAttempts', 'maxAttemptsBeforeForceNext'] as const) {
      const setting = properties[`devs.loopDetection.${name}`];
      const { min, max } = LOOP_RANGES[name];
      deepEqual([setting?.minimum, setting?.maximum], [min, max], name);
    }
    deepEqual(properties['devs.loopDetection.preset']?.enum, [null, ...PRESET_NAMES]);
    deepEqual(properties['devs.loopDetection.enableAutoUnblock']?.enum, [null, true, false]);
    const pattern = new RegExp(properties['devs.loopDetection.attemptWindow']?.pattern ?? '-');
    deepEqual(
      ['', '1h', '1h30m', '90s', '1 h', '1d', 'h', '30m1h'].map((text) => pattern.test(text)),
      [true, true, true, true, false, false, false, false],
    );
  });

  it('describe the presets as they are', () => {
    const { enumDescriptions } = contributes.configuration.properties['devs.loopDetection.preset']!;
    for (const [index, name] of PRESET_NAMES.entries()) {
      const { maxAttempts, maxAttemptsBeforeForceNext, enableAutoUnblock } = LOOP_PRESETS[name];
      const text = enumDescriptions?.[index + 1] ?? '';
      ok(text.startsWith(`${maxAttempts} similar attempts are a loop`), text);
      ok(text.includes(`${maxAttemptsBeforeForceNext} without progress`), text);
      equal(text.includes('agents may work around blockers'), enableAutoUnblock, text);
    }
  });

  it('name the same view', () => {
    deepEqual(
      contributes.viewsContainers.activitybar.map(({ id }) => id),
      [VIEW_CONTAINER],
    );
    deepEqual(
      contributes.views[VIEW_CONTAINER]?.map(({ id }) => id),
      [DASHBOARD_VIEW],
    );
  });

  it('use only commands and context keys that exist in menus', () => {
    const keys: ReadonlySet<string> = new Set([...Object.values(CONTEXT_KEYS), REVIEW_COMMENTS]);
    for (const { command, when } of Object.values(contributes.menus).flat()) {
      ok(commands.has(command), command);
      // A comment controller of ours is a value, not a key.
      const own = /(?<!commentController == )\bdevs\.(?!yaml\b|dashboard\b)\w+/g;
      for (const key of when?.match(own) ?? []) {
        ok(keys.has(key), `${command}: ${key}`);
      }
    }
  });

  it('lead through the set-up with commands, keys and pictures that exist', () => {
    const keys: ReadonlySet<string> = new Set(Object.values(CONTEXT_KEYS));
    const steps = contributes.walkthroughs.flatMap((each) => each.steps);
    ok(steps.length > 0);
    for (const { description, media, completionEvents } of steps) {
      const named = description.match(/(?<=\]\(command:)[\w.]+/g) ?? [];
      equal(named.length, 1, description);
      for (const event of completionEvents) {
        const [kind, name = ''] = event.split(':');
        ok(kind === 'onCommand' ? named.includes(name) : keys.has(name), event);
      }
      const file = media.markdown ?? media.image;
      ok(
        named.every((each) => commands.has(each)),
        description,
      );
      ok(existsSync(join(root, file ?? '-')), description);
    }
  });

  it('are compiled against, and tested in, the oldest VS Code that they allow', () => {
    const oldest = /^\^(1\.\d+\.\d+)$/.exec(manifest.engines.vscode)?.[1];
    const types = readFileSync(join(root, 'node_modules/@types/vscode/package.json'), 'utf8');
    // Newer types would let the code use what the oldest VS Code does not have.
    equal(manifest.devDependencies['@types/vscode'], oldest);
    equal((JSON.parse(types) as { readonly version: string }).version, oldest);
    equal(RELEASES.oldest.codeServer.replace(/^4/, '1'), oldest);
    equal(manifest.enabledApiProposals, undefined);
  });

  it('name files that exist', () => {
    const [container] = contributes.viewsContainers.activitybar;
    const [schema] = contributes.yamlValidation;
    for (const file of [manifest.icon, container?.icon, schema?.url]) {
      ok(file !== undefined && existsSync(join(root, file)), file);
    }
  });
});
