// Without zod, which the description of a product does not load.

/** Currencies, the default first (specification, section 9). */
export const CURRENCIES = ['EUR', 'USD', 'GBP'] as const

/** Billing cycles, the default first (specification, section 9). */
export const BILLING_CYCLES = ['monthly', 'yearly', 'weekly'] as const
