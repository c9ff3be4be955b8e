/** What to say of a workspace folder that was removed or moved. */
export function describeGone(workspaceDir: string): string {
  return `The workspace folder ${workspaceDir} is gone. Put it back, then run the command again; what Devs recorded of it is kept.`;
}
