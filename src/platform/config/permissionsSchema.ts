import * as z from 'zod/mini';
import { PERMISSION_KINDS } from '../../model/permissions/permission';
import { parsePermissionRule, PERMISSION_RULE } from '../../model/permissions/parsePermissionRule';
import type { PermissionPolicy } from '../../model/permissions/permissionPolicy';
import { toMilliseconds } from './parseDuration';

/** Default time that a permission request waits for a human. */
export const DEFAULT_PERMISSION_TIMEOUT = '30m';

// Each schema's error completes the sentence "… must be".
const RULE = `a kind (${PERMISSION_KINDS.join(', ')} or *), or a kind with a pattern, such as execute(npm test *)`;
const RULES = 'a list of rules, such as [edit, execute(npm test *)]';

const rules = (description: string, examples: readonly string[]) =>
  z
    .optional(
      z.array(
        z
          .string({ error: RULE })
          .check(z.regex(PERMISSION_RULE, { error: RULE }), z.maxLength(1_000)),
        {
          error: RULES,
        },
      ),
    )
    .check(z.meta({ description, examples: [[...examples]] }));

/** The key `permissions`. */
export const permissionsSchema = z
  .strictObject(
    {
      deny: rules(
        'What agents are refused. Looked at first; a part of what an agent wants is enough.',
        ['fetch', 'execute(rm *)'],
      ),
      ask: rules('What you are asked about, although a rule below allow speaks of it.', ['delete']),
      allow: rules(
        'What agents may do without asking you. Kinds of files, such as edit, are about those in the workspace.',
        ['read', 'edit', 'execute(npm test *)'],
      ),
    },
    { error: 'a mapping with the keys allow, ask and deny' },
  )
  .check(
    z.meta({
      description:
        'Who decides about what agents of type acp ask permission for: these rules, deny first; you decide the rest, and where nobody can answer it is refused.',
    }),
  );

/** Builds the policy from its part of a valid file. */
export function buildPermissions(
  written: z.infer<typeof permissionsSchema> = {},
  timeout: string = DEFAULT_PERMISSION_TIMEOUT,
): PermissionPolicy {
  const parse = (texts: readonly string[] = []) =>
    texts.flatMap((text) => parsePermissionRule(text) ?? []);
  const { allow, ask, deny } = written;
  return {
    ...{ allow: parse(allow), ask: parse(ask), deny: parse(deny) },
    timeoutMs: toMilliseconds(timeout),
  };
}
