import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import type { SignInState } from './return-to.ts'
import { lastSessionEnd, useToken } from './session.ts'

/** The route's screen while an `authToken` is stored, otherwise a redirect to sign-in. */
export function RequireSession() {
  const token = useToken()
  const { pathname, search, hash } = useLocation()
  if (token !== null) return <Outlet />
  const state: SignInState = lastSessionEnd() === 'signed-out' ? {} : { returnTo: pathname + search + hash }
  return <Navigate to={paths.signIn} replace state={state} />
}
