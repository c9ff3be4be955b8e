/** A command of `devs.yaml` as one text: the words of a list with spaces between. */
export function commandText(command: string | readonly string[]): string {
  return typeof command === 'string' ? command : command.join(' ');
}
