/**
 * Names the calls of one turn for their transcripts, in their order: "01-planner", "02-coder", …;
 * `made` calls came before.
 */
export function callNames(made = 0): (name: string) => string {
  let calls = made;
  return (name) => {
    calls += 1;
    return `${String(calls).padStart(2, '0')}-${name}`;
  };
}
