/** Whether a name in `devs.yaml` is a pattern of files, not one file or folder. */
export function isPattern(name: string): boolean {
  return /[*?[\]{}!]/.test(name);
}
