const REVOKE_AFTER_MS = 60_000

/** The byte order mark, which tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\u{FEFF}'

export function downloadCsv(name: string, csv: string): void {
  download(name, new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }))
}

export function downloadJson(name: string, value: unknown): void {
  download(name, new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }))
}

export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers only read the file after the admin has chosen where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
