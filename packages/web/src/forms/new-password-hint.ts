/** Said beside a new password. The reference server asks for so much; where another asks for less, it is good advice. */
export const NEW_PASSWORD_HINT = 'Use 8 characters or more, and nothing that is easily guessed.'
