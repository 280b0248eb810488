import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { routes } from '#app/router.tsx'
import { startTheme } from '#platform/theme.ts'
import '#ui/styles.css'
import '@fontsource-variable/inter/wght.css'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root.')

startTheme()
ignoreStrayDrops()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)

/** Prevents a file dropped outside an image field from replacing the page. */
function ignoreStrayDrops(): void {
  window.addEventListener('dragover', ignore)
  window.addEventListener('drop', ignore)
}

function ignore(event: DragEvent): void {
  const { dataTransfer, target } = event
  const takesFiles = target instanceof HTMLInputElement && target.type === 'file'
  if (dataTransfer?.types.includes('Files') && !takesFiles) event.preventDefault()
}
