/** An error in a file, and its place; lines and columns count from 1. A plan and another server have no lines. */
export interface FileProblem {
  file: string
  line?: number | undefined
  column?: number | undefined
  message: string
}

export type Place = Omit<FileProblem, 'message'>

/** A place as editors open it: `file:line:column`. */
export function placeText({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(':')
}
