import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './policy-page.module.css'

/** Placeholders (specification, section 2), from a domain and a number range that are reserved for examples. */
export const contact = {
  privacyEmail: '[privacy@example.com](mailto:privacy@example.com)',
  supportEmail: '[support@example.com](mailto:support@example.com)',
  phone: '[+1 (202) 555-0143](tel:+12025550143)',
} as const

/** The text of a public page (specification, section 2: privacy policy and support page). */
export interface Policy {
  title: string
  /** For search engines. */
  description: string
  lead: string
  /** Day of the last change, such as "2026-11-21". */
  lastUpdated?: string
  /** A little Markdown: `## anchor: heading`, paragraphs, `- items`, `*strong*` and `[text](address)`. */
  text: string
}

/** Returns the sections, whose anchors stay when a heading changes, so that links keep working. */
export function policySections({ text }: Policy) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [head = '', ...blocks] = section.trim().split('\n\n')
      const [id = '', heading = ''] = head.split(': ')
      return { id, heading, blocks }
    })
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A policy, with `children` between heading and text. The build writes it into a page that needs no JavaScript. */
export function PolicyText({ policy, children }: { policy: Policy; children?: ReactNode }) {
  const { title, lead, lastUpdated } = policy
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
        {policySections(policy).map(({ id, heading, blocks }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{heading}</h2>
            {blocks.map((block) =>
              block.startsWith('- ') ? (
                <ul key={block}>{block.split(/^- /m).map((item) => item && <li key={item}>{formatted(item)}</li>)}</ul>
              ) : (
                <p key={block}>{formatted(block)}</p>
              ),
            )}
          </section>
        ))}
      </div>
    </main>
  )
}

/** Formats strong text and links. */
function formatted(text: string): ReactNode[] {
  return text.split(/(\*[^*]+\*|\[[^[\]]+\]\([^()]+\))/).map((part) => {
    const [, label, address = ''] = /^\[([^[\]]+)\]\(([^()]+)\)$/.exec(part) ?? []
    if (label === undefined) return part.startsWith('*') ? <strong key={part}>{part.slice(1, -1)}</strong> : part
    // Only paths are of the console.
    return address.startsWith('/') ? (
      <Link key={part} to={address}>
        {label}
      </Link>
    ) : (
      <a key={part} href={address}>
        {label}
      </a>
    )
  })
}
