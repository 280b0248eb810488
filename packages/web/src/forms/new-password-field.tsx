import type { PasswordOwner } from '@rapport/core/auth/password-policy.ts'
import { useEffect, useState, type ComponentProps } from 'react'
import { logFailure } from '#platform/log-failure.ts'
import { PasswordField } from '#ui/fields/password-field.tsx'
import type { passwordStrength } from './password-strength.ts'
import styles from './new-password-field.module.css'

interface Props extends ComponentProps<typeof PasswordField> {
  password: string
  /** The owner, whose names make a password weak. */
  owner: PasswordOwner
}

const RULES_HINT = 'Use 8 characters or more, and nothing that is easily guessed.'
const LEVELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong']

/** A field for a new password, with its strength by the rules of the reference server. Others may accept less. */
export function NewPasswordField({ password, owner, hint, ...props }: Props) {
  const [rate, setRate] = useState<typeof passwordStrength>()
  const isTyped = password !== ''
  useEffect(() => {
    if (!isTyped) return
    import('./password-strength.ts').then(
      (module) => setRate(() => module.passwordStrength),
      (error: unknown) => logFailure('The strength of the password could not be checked.', error),
    )
  }, [isTyped])
  // Undefined until the dictionaries have loaded, too.
  const strength = isTyped ? rate?.(password, owner) : undefined
  const isRefused = strength?.problem !== undefined
  const filled = strength === undefined ? 0 : isRefused ? 1 : Math.max(1, strength.score)
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint={props.error === undefined ? [hint, RULES_HINT].filter(Boolean).join(' ') : undefined}
      meter={
        <div className={styles['strength']} data-level={filled}>
          {isTyped && (
            <span className={styles['bars']} aria-hidden="true">
              {LEVELS.slice(1).map((word, index) => (
                <span key={word} data-filled={index < filled || undefined} />
              ))}
            </span>
          )}
          <p aria-live="polite">{strength && LEVELS[isRefused ? 0 : strength.score]}</p>
          <p className={styles['problem']} aria-live="polite">
            {props.error === undefined && strength?.problem}
          </p>
        </div>
      }
    />
  )
}
