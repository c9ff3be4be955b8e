/** What an agent reports through a tool of Devs, in the middle of its turn. */
export interface AgentReport {
  readonly taskId: string;
  /** Id of the turn that it believes to work in; absent: any of the task. */
  readonly turnId?: string;
  readonly what: 'progress' | 'blocked';
  readonly text: string;
}
