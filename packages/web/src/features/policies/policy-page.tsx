import { ChevronDown } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { useMedia } from '#platform/use-media.ts'
import { useToken } from '#session/session.ts'
import { Brand } from '#ui/brand/brand.tsx'
import { policySections, PolicyText, type Policy } from './policy-text.tsx'
import styles from './policy-page.module.css'

/** A policy with a table of contents. */
export function PolicyPage({ policy }: { policy: Policy }) {
  const isSignedIn = useToken() !== null
  // Hands the typed email back to sign-in.
  const { state }: { state: unknown } = useLocation()
  // Wide windows show the contents open beside the text; on phones they would push the text off the screen.
  const isWide = useMedia('(width >= 64rem)')
  return (
    <div className={styles['frame']}>
      <title>{`${policy.title} · Rapport`}</title>
      <header className={styles['top']}>
        <div className={styles['bar']}>
          <Brand />
          <Link className={`no-print ${styles['back']}`} to={isSignedIn ? paths.dashboard : paths.signIn} state={state}>
            {isSignedIn ? 'Back to the console' : 'Back to sign in'}
          </Link>
        </div>
      </header>
      <PolicyText policy={policy}>
        <nav className={styles['contents']} aria-labelledby="contents">
          <details open={isWide}>
            <summary>
              <h2 id="contents">On this page</h2>
              <ChevronDown />
            </summary>
            <ul>
              {policySections(policy).map(({ id, heading }) => (
                <li key={id}>
                  <a href={`#${id}`}>{heading}</a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
      </PolicyText>
    </div>
  )
}
