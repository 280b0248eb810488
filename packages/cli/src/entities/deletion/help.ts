export function deletionHelp(noun: string): string {
  return `
A file has one id per line, or is the JSON, YAML or CSV of
\`rapport ${noun} list\`. If a row describes another record than the
one with its id, nothing is deleted (exit 6).
Records that are already gone are not an error, but a single unknown id is
(exit 3).
More than 10 deletions ask you to type their number; --yes skips that.`
}
