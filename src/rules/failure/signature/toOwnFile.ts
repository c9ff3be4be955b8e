/** Folders of dependencies and tools, whose files are not the user's own. */
const FOREIGN_FOLDER =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor|\.cargo|\.rustup|\.venv|venv|\.tox|\.nox|\.yarn|\.pnpm|\.m2|\.gradle|gems|bower_components|__pypackages__|third_party)[\\/]|^(?:node:|internal\/|rustc\/|<|\/rustc\/)|lib[\\/]python\d/;
/** Packages of the Java runtime, test runners and assertion libraries, as folders. */
const FOREIGN_PACKAGE =
  /^(?:java|javax|jdk|sun|com\/sun|kotlin|kotlinx|scala|groovy|junit|org\/(?:junit|hamcrest|assertj|mockito|testng|gradle|codehaus|springframework|opentest4j|apache\/(?:maven|tools|commons\/logging)))\//;
/** Folders of system and language libraries; the first folder of Go's own packages has no dot, unlike a host. */
const SYSTEM =
  /^(?:\/usr\/|\/lib\/|\/nix\/|\/opt\/homebrew\/|https?:)|[\\/]go[\\/]pkg[\\/]mod[\\/]|^[\\/].{0,300}[\\/]go[\\/]src[\\/][a-z\d]{1,40}[\\/]/;
const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/]|~)/;

/**
 * Returns the path relative to the workspace, with `/`, if the file is the user's own: relative or inside the
 * workspace, and not in a folder of dependencies; else undefined.
 */
export function toOwnFile(path: string, workspace: string): string | undefined {
  const plain = path.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, '');
  const inside = withinWorkspace(plain, workspace);
  if (inside === undefined || inside === '') return undefined;
  return isForeignFile(inside) ? undefined : inside;
}

/** Whether the path belongs to the runtime, its libraries or dependencies. */
export function isForeignFile(path: string): boolean {
  const plain = path.replace(/^file:\/\//, '');
  return (
    FOREIGN_FOLDER.test(plain) ||
    FOREIGN_PACKAGE.test(plain) ||
    SYSTEM.test(plain) ||
    /^Unknown Source|^Native Method$/.test(plain)
  );
}

function withinWorkspace(path: string, workspace: string): string | undefined {
  const slashed = path.replaceAll('\\', '/');
  const root = workspace.replaceAll('\\', '/').replace(/\/$/, '');
  for (const prefix of root === '' ? [] : [root, `/private${root}`]) {
    if (slashed.startsWith(`${prefix}/`)) return slashed.slice(prefix.length + 1);
  }
  if (ABSOLUTE.test(path)) return undefined;
  return slashed.replace(/^(?:\.\/)+/, '');
}
