/** An error in a file, and its location; lines and columns count from 1. A plan and another server have no lines. */
export interface LocatedMessage {
  file: string
  line?: number | undefined
  column?: number | undefined
  message: string
}

export type SourceLocation = Omit<LocatedMessage, 'message'>

/** A location as editors open it: `file:line:column`. */
export function locationText({ file, line, column }: SourceLocation): string {
  return [file, line, column].filter((part) => part !== undefined).join(':')
}
