export function deletionHelp(noun: string): string {
  return `
A file has one id per line, or is the JSON or CSV of \`rapport ${noun} list\`.
Records already deleted count as done; a single unknown id is an error (exit 3).
More than 10 deletions ask you to type their number; --yes skips that.`
}
