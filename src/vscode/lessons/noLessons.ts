/** Where no lesson is recorded yet. */
export const NO_LESSONS =
  'No lessons yet. Devs records one each time something ends a loop: your hint, a fresh start or another agent.';
