/** An error in a file. Lines and columns count from 1; saved plans and other servers have none. */
export interface LocatedMessage {
  file: string
  line?: number | undefined
  column?: number | undefined
  message: string
}

export type SourceLocation = Omit<LocatedMessage, 'message'>

/** Formats a location as editors open it: `file:line:column`. */
export function formatLocation({ file, line, column }: SourceLocation): string {
  return [file, line, column].filter((part) => part !== undefined).join(':')
}
