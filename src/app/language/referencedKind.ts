import { ROLES } from '../../model/hops/roles';
import type { FilePath } from '../../platform/config/fileProblem';

/** What the text at `path` names: an agent or a task that the file defines; undefined for neither. */
export function referencedKind(path: FilePath): 'agent' | 'task' | undefined {
  const [first, second, third] = path;
  if (first === 'agent' || first === 'debugger') return 'agent';
  if (first === 'roles' && isRole(second))
    return path.length === 2 || third === 'agent' ? 'agent' : undefined;
  if (first === 'agents') return third === 'asks' ? 'agent' : undefined;
  if (first !== 'tasks') return undefined;
  if (third === 'agent') return 'agent';
  return third === 'dependsOn' || third === 'parent' ? 'task' : undefined;
}

function isRole(part: string | number | undefined): boolean {
  return ROLES.some((role) => role === part);
}
