import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { useMedia } from '#platform/use-media.ts'
import { useToken } from '#session/session.ts'
import { Brand } from '#ui/brand/brand.tsx'
import styles from './policy-page.module.css'

/** Placeholders (specification, section 2), from a domain and a number range that are reserved for examples. */
export const contact = {
  privacyEmail: 'privacy@example.com',
  supportEmail: 'support@example.com',
  phone: '+1 (202) 555-0143',
} as const

export interface PolicySection {
  /** Anchor, independent of the heading, so that links keep working. */
  id: string
  heading: string
  body: ReactNode
}

interface Props {
  title: string
  lead: string
  /** Day of the last change, such as "2026-11-21". */
  lastUpdated?: string
  sections: readonly PolicySection[]
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A public page of text with a table of contents (specification, section 2: privacy policy and support page). */
export function PolicyPage({ title, lead, lastUpdated, sections }: Props) {
  const isSignedIn = useToken() !== null
  // Wide windows show the contents open beside the text; on phones they would push the text off the screen.
  const isWide = useMedia('(min-width: 60rem)')
  return (
    <div className={styles['frame']}>
      <title>{`${title} · Rapport`}</title>
      <header className={styles['top']}>
        <div className={styles['bar']}>
          <Brand />
          <Link className={styles['back']} to={isSignedIn ? paths.dashboard : paths.signIn}>
            {isSignedIn ? 'Back to the console' : 'Back to sign in'}
          </Link>
        </div>
      </header>
      <main className={styles['columns']}>
        <header className={styles['heading']}>
          <h1 className={styles['title']}>{title}</h1>
          {lastUpdated !== undefined && (
            <p className={styles['since']}>
              Last updated on <time dateTime={lastUpdated}>{longDate.format(new Date(lastUpdated))}</time>
            </p>
          )}
        </header>
        <nav className={styles['contents']} aria-labelledby="contents">
          <details open={isWide}>
            <summary>
              <h2 id="contents">On this page</h2>
              <ChevronDown aria-hidden="true" />
            </summary>
            <ul>
              {sections.map(({ id, heading }) => (
                <li key={id}>
                  <a href={`#${id}`}>{heading}</a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
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
    </div>
  )
}
