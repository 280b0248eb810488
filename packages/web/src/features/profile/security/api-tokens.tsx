import { readDate } from '@rapport/core/text/dates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { tokensQuery, type NewToken, type Token } from '#data/security.queries.ts'
import { focusElement, Notice } from '#ui/feedback/notice.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { Badge } from '#ui/primitives/badge.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { NewTokenForm, scopeTexts } from './new-token-form.tsx'
import { ConfirmCall, LastUsed, SecurityPanel, SecurityRow } from './security-panel.tsx'
import styles from './api-tokens.module.css'

/** The panel of the admin's API tokens, which can be created and revoked. */
export function ApiTokens() {
  const client = useQueryClient()
  const query = useQuery(tokensQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [newToken, setNewToken] = useState<NewToken>()
  const [tokenToRevoke, setTokenToRevoke] = useState<Token>()
  const verb = tokenToRevoke && isExpired(tokenToRevoke, query.dataUpdatedAt) ? 'Remove' : 'Revoke'
  const panel = useRef<HTMLElement>(null)
  const focusPanel = () => panel.current?.focus()

  const reload = () => client.invalidateQueries({ queryKey: queryKeys.tokens })
  return (
    <SecurityPanel
      ref={panel}
      title="API tokens"
      intro="Scripts and CI use a token instead of your password. Each may do only what you choose, and expires. Changing your password does not revoke them."
      action={
        query.data &&
        !isAdding && (
          <Button
            onClick={() => {
              setNewToken(undefined)
              setIsAdding(true)
            }}
          >
            New token
          </Button>
        )
      }
      query={query}
      operation="listTokens"
    >
      {(tokens) => (
        <>
          {isAdding && (
            <NewTokenForm
              onCreated={(created) => {
                setIsAdding(false)
                setNewToken(created)
                void reload()
              }}
              onCancel={() => {
                setIsAdding(false)
                focusPanel()
              }}
            />
          )}
          {newToken && (
            <NewTokenSecret
              {...newToken}
              onDone={() => {
                setNewToken(undefined)
                focusPanel()
              }}
            />
          )}
          {tokens.length === 0 ? (
            !isAdding && <p>You have no tokens.</p>
          ) : (
            <ul aria-label="API tokens" className="divided">
              {tokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  hasExpired={isExpired(token, query.dataUpdatedAt)}
                  onRevoke={() => setTokenToRevoke(token)}
                />
              ))}
            </ul>
          )}
          <ConfirmCall
            open={tokenToRevoke !== undefined}
            title={`${verb} this token?`}
            confirmLabel={`${verb} token`}
            operation="revokeToken"
            action={`revoke the token ${tokenToRevoke?.name}`}
            call={() => server.call('revokeToken', { params: { id: String(tokenToRevoke?.id) } })}
            reloads={queryKeys.tokens}
            onDone={() => showSuccess(`${tokenToRevoke?.name} was ${verb === 'Remove' ? 'removed' : 'revoked'}.`)}
            onClose={() => setTokenToRevoke(undefined)}
            fallbackFocus={panel}
          >
            Scripts using <strong>{tokenToRevoke?.name}</strong> will stop working. This cannot be undone.
          </ConfirmCall>
        </>
      )}
    </SecurityPanel>
  )
}

interface SecretProps extends NewToken {
  onDone: () => void
}

/** The secret of a new token, which the server sends only once. */
function NewTokenSecret({ secret, token, onDone }: SecretProps) {
  return (
    <Notice
      ref={focusElement}
      tone="success"
      action={
        <Button size="small" onClick={onDone}>
          Done
        </Button>
      }
    >
      <p>
        Copy the token <strong>{token.name}</strong> now: you won’t see it again.
      </p>
      <p className={styles['secret']}>
        <code>{secret}</code>
        <CopyButton label="Copy the token" text={secret} />
      </p>
    </Notice>
  )
}

interface RowProps {
  token: Token
  hasExpired: boolean
  onRevoke: () => void
}

function TokenRow({ token, hasExpired, onRevoke }: RowProps) {
  const { name, scopes, hint, expires_at: expiresAt, last_used_at: lastUsedAt } = token
  const verb = hasExpired ? 'Remove' : 'Revoke'
  return (
    <SecurityRow
      name={name}
      badge={
        hasExpired && (
          <Badge tone="red" shape="dash">
            Expired
          </Badge>
        )
      }
      details={
        <>
          {scopes.map((scope) => scopeTexts[scope].label).join(', ')} · {hint !== undefined && `Ends with ${hint} · `}
          {hasExpired ? 'Expired' : 'Expires'} <Moment at={expiresAt} /> · <LastUsed at={lastUsedAt} />
        </>
      }
    >
      <Button variant={hasExpired ? 'secondary' : 'quietDanger'} aria-label={`${verb} ${name}`} onClick={onRevoke}>
        {verb}
      </Button>
    </SecurityRow>
  )
}

function isExpired({ expires_at: expiresAt }: Token, now: number): boolean {
  const end = readDate(expiresAt)
  return end !== undefined && end.getTime() <= now
}
