export function deletionHelp(noun: string): string {
  return `
A file has one id per line, or is the JSON or CSV of \`rapport ${noun} list\`.
Records that are already gone are not an error, but a single unknown id is
(exit 3).
More than 10 deletions ask you to type their number; --yes skips that.`
}
