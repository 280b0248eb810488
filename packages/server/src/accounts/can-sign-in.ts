interface SigningIn {
  role: string | null
  status: string | null
  password_hash: string | null
}

/** Who may use the console. The role alone is not enough: it also marks the app's users who pay for the Pro plan. */
export function canSignIn<T extends SigningIn>(account: T): account is T & { password_hash: string } {
  return account.role === 'admin' && account.status === 'active' && account.password_hash !== null
}
