import type { AskedPermission, PermissionReply } from '../../model/permissions/askedPermission';

/** An answer that a human can give to a permission request. */
export interface ReplyChoice extends Pick<PermissionReply, 'allow' | 'always'> {
  readonly name: 'allow' | 'allowForTask' | 'allowInWorkspace' | 'deny';
  readonly label: string;
  /** What it does, a sentence. */
  readonly hint: string;
}

/** The answers to a request: "always" only with a rule. */
export function listReplies({ rule }: Pick<AskedPermission, 'rule'>): readonly ReplyChoice[] {
  return [
    { name: 'allow', label: 'Allow', hint: 'Allows this request once.', allow: true },
    {
      name: 'deny',
      label: 'Deny',
      hint: 'Refuses the request; the agent goes on.',
      allow: false,
    },
    ...(rule === undefined ? [] : alwaysReplies(rule)),
  ];
}

function alwaysReplies(rule: string): readonly ReplyChoice[] {
  return [
    {
      ...{ name: 'allowForTask', label: 'Always for this task', allow: true, always: 'task' },
      hint: `Allows ${describeRule(rule)} from now on in this task.`,
    },
    {
      ...{ name: 'allowInWorkspace', label: 'Always in this workspace', allow: true },
      ...{
        always: 'workspace',
        hint: `Allows ${describeRule(rule)} from now on in every task.`,
      },
    },
  ];
}

/** What a rule made by "always" allows: `execute(npm install)`, or `edit` of any file in the workspace. */
export function describeRule(rule: string): string {
  return rule.includes('(') ? rule : `${rule} of any file in the workspace`;
}
