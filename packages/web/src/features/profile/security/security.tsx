import { useExtensions } from '#data/settings.queries.ts'
import { ApiTokens } from './api-tokens.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'
import styles from './security.module.css'

/** Security panels for which the server has extensions. */
export function Security() {
  const { has } = useExtensions()
  return (
    <div className={styles['panels']}>
      {has('two-factor') && <TwoFactor />}
      {has('sessions') && <Sessions />}
      {has('tokens') && <ApiTokens />}
    </div>
  )
}
