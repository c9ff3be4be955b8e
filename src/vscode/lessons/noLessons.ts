/** Where no lesson is recorded yet. */
export const NO_LESSONS =
  'No lessons yet. Devs records a lesson each time your hint, a fresh start or another agent ends a loop.';
