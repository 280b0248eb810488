import { offers, useExtensions } from '#data/settings.queries.ts'
import styles from './security.module.css'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'
import { TwoFactor } from './two-factor.tsx'

/** Security panels for which the server has extensions. */
export function Security() {
  const extensions = useExtensions()
  return (
    <div className={styles['panels']}>
      {offers(extensions, 'two-factor') && <TwoFactor />}
      {offers(extensions, 'sessions') && <Sessions />}
      {offers(extensions, 'tokens') && <Tokens />}
    </div>
  )
}
