import type { ReactNode } from 'react'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './app-preview.module.css'

/** The frame of a record's preview beside its form. Hidden from screen readers, which have the form. */
export function AppPreview({ children }: { children: ReactNode }) {
  return (
    <div className={styles['preview']} aria-hidden="true">
      <p className="note">In the app, approximately</p>
      <Panel>{children}</Panel>
    </div>
  )
}
