import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { routes } from '#app/router.tsx'
import { ignoreStrayDrops } from '#platform/stray-drops.ts'
import { startTheme } from '#platform/theme.ts'
import '@fontsource-variable/inter/wght.css'
import '#ui/styles.css'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root.')

startTheme()
ignoreStrayDrops()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)
