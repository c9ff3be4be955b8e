/** Leaves out a call that its result repeats at the beginning, as some tools do; both are one line. */
export function dropEcho(result: string, call: string): string {
  return call !== '' && result.startsWith(`${call} `) ? result.slice(call.length + 1) : result;
}
