/** The hint beside a new password. The reference server requires this; other servers may accept less. */
export const NEW_PASSWORD_HINT = 'Use 8 characters or more, and nothing that is easily guessed.'
