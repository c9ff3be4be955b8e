/** What a task has to do without where neither it nor `devs.yaml` has a verify command. */
export const NO_VERIFY = 'Without a verify command only the agent says whether this task is done.';
