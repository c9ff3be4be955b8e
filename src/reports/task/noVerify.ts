/** What a task has to do without where neither it nor `devs.yaml` has a verify command. */
export const NO_VERIFY =
  'Without a verify command, nothing checks the work: the task is done when the agent says so.';
