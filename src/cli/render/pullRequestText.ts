import type { PullRequestPlan } from '../../model/landing/pullRequest';
import { printable, printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** What a pull request says and where it goes, and the commands that make it. */
export function pullRequestText(plan: PullRequestPlan, style: Style): string {
  const { title, body, branch, remote, address, base, isPushed, commands } = plan;
  const into = base === undefined ? 'the default branch' : printableLine(base);
  const where = `${printableLine(remote)} (${printableLine(address)})`;
  const push = isPushed
    ? `The branch is already on ${where}.`
    : `The branch is not on ${where} yet.`;
  return [
    style.bold(printableLine(title)),
    `${printableLine(branch)} into ${into}. ${push}`,
    '',
    ...printable(body)
      .trimEnd()
      .split('\n')
      .map((line) => `| ${line}`.trimEnd()),
    '',
    style.dim('Commands'),
    ...commands.map((command) => style.cyan(printable(command))),
  ].join('\n');
}
