import { useEffect, useEffectEvent, useState, type DragEvent } from 'react'

/**
 * Files that are dropped on an element or pasted anywhere on the page. A file that misses the element does nothing,
 * where the browser would open it in place of the page.
 */
export function useDroppedFiles(onFile: (file: File) => void) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFile)

  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const [file] = clipboardData?.files ?? []
      // Text copied from an office program comes with a picture of itself.
      if (file && !clipboardData?.types.includes('text/plain')) take(file)
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    document.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
      document.removeEventListener('paste', paste)
    }
  }, [])

  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) take(file)
    },
  }
  return { over, handlers }
}
