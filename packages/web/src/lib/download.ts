const KEPT_MS = 60_000

/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers read it only after a while, when the person has said where it goes.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
