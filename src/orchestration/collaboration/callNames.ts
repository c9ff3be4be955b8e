/** Names the calls of one turn for their transcripts, in their order: "01-planner", "02-coder", … */
export function callNames(): (name: string) => string {
  let calls = 0;
  return (name) => {
    calls += 1;
    return `${String(calls).padStart(2, '0')}-${name}`;
  };
}
