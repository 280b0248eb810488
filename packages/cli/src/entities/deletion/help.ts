/** What the help of every `delete` says of files and of the question. */
export function deletionHelp(type: string): string {
  return `
A file has one id per line, or is what \`rapport ${type} list\` prints as JSON
or CSV. What is already gone counts as done; a single unknown id is an error
(exit 3). For more than 10 the number has to be typed; --yes skips that.`
}
