import type { ReactNode } from 'react'
import { Brand } from '#ui/brand/brand.tsx'
import scene from '#ui/brand/rapport-scene.svg'
import styles from './public-frame.module.css'

interface Props {
  title: string
  /** One line under the title. */
  intro?: ReactNode
  /** Links and buttons below the task. */
  links?: ReactNode
  children: ReactNode
}

/** The frame of the signed-out screens: the brand on one side, a heading and a task on the other. */
export function PublicFrame({ title, intro, links, children }: Props) {
  return (
    <div className={styles['frame']}>
      <title>{`${title} · Rapport`}</title>
      <div className={styles['side']}>
        <Brand />
        <div className={styles['picture']}>
          <img src={scene} alt="" width="560" height="484" />
        </div>
        <p className={styles['claim']}>The calm place behind every good conversation.</p>
      </div>
      <main className={styles['main']}>
        <div className={styles['content']}>
          <h1 className={styles['title']}>{title}</h1>
          {intro !== undefined && <p className={styles['intro']}>{intro}</p>}
          <div className={`stack ${styles['task']}`}>{children}</div>
          {links !== undefined && <p className={styles['links']}>{links}</p>}
        </div>
      </main>
    </div>
  )
}
