/** Prevents a file dropped outside an image field from replacing the page. */
export function ignoreStrayDrops(): void {
  window.addEventListener('dragover', ignore)
  window.addEventListener('drop', ignore)
}

function ignore(event: DragEvent): void {
  const { dataTransfer, target } = event
  const takesFiles = target instanceof HTMLInputElement && target.type === 'file'
  if (dataTransfer?.types.includes('Files') && !takesFiles) event.preventDefault()
}
