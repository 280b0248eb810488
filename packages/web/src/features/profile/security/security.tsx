import { hasExtension, useExtensions } from '#data/extensions.ts'
import { ApiTokens } from './api-tokens.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'
import styles from './security.module.css'

/** Security panels for which the server has extensions. */
export function Security() {
  const extensions = useExtensions()
  return (
    <div className={styles['panels']}>
      {hasExtension(extensions, 'two-factor') && <TwoFactor />}
      {hasExtension(extensions, 'sessions') && <Sessions />}
      {hasExtension(extensions, 'tokens') && <ApiTokens />}
    </div>
  )
}
