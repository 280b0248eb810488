import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { routes } from '#app/router.tsx'
/* oxlint-disable import/no-unassigned-import -- style sheets have nothing to assign */
import '@fontsource-variable/inter/wght.css'
import '#ui/base.css'
/* oxlint-enable import/no-unassigned-import */

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root.')

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)
