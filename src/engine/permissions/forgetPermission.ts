import type { Answer } from '../../ports/answer';
import type { Store } from '../../ports/store';

/** Removes a rule that was made with "always", wherever it holds. */
export function forgetPermission(
  store: Pick<Store, 'removePermissionGrants'>,
  { rule }: { readonly rule: string },
): Answer {
  return store.removePermissionGrants(rule) > 0
    ? { ok: true, message: `\`${rule}\` is no longer always allowed.` }
    : {
        ok: false,
        message: `There is no remembered permission \`${rule}\`; \`devs permit\` lists those that are remembered.`,
      };
}
