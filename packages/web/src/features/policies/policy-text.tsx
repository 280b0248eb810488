import type { ReactNode } from 'react'
import styles from './policy-page.module.css'

/** Placeholders (specification, section 2), from a domain and a number range that are reserved for examples. */
export const contact = {
  privacyEmail: 'privacy@example.com',
  supportEmail: 'support@example.com',
  phone: '+1 (202) 555-0143',
} as const

/** The text of a public page (specification, section 2: privacy policy and support page). */
export interface Policy {
  title: string
  /** For search engines. */
  description: string
  lead: string
  /** Day of the last change, such as "2026-11-21". */
  lastUpdated?: string
  sections: readonly PolicySection[]
}

interface PolicySection {
  /** Anchor, independent of the heading, so that links keep working. */
  id: string
  heading: string
  body: ReactNode
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A policy, with `children` between heading and text. The build writes it into a page that needs no JavaScript. */
export function PolicyText({ policy, children }: { policy: Policy; children?: ReactNode }) {
  const { title, lead, lastUpdated, sections } = policy
  return (
    <main className={styles['columns']}>
      <header className={styles['heading']}>
        <h1 className={styles['title']}>{title}</h1>
        {lastUpdated !== undefined && (
          <p className={styles['since']}>
            Last updated on <time dateTime={lastUpdated}>{longDate.format(new Date(lastUpdated))}</time>
          </p>
        )}
      </header>
      {children}
      <div className={styles['text']}>
        <p className={styles['lead']}>{lead}</p>
        {sections.map(({ id, heading, body }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{heading}</h2>
            {body}
          </section>
        ))}
      </div>
    </main>
  )
}
