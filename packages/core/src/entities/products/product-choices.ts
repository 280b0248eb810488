// This file does not import zod, so that the description of a product loads without it.

/** Currencies, the default first (specification, section 9). */
export const CURRENCIES = ['EUR', 'USD', 'GBP'] as const

/** Billing cycles, the default first (specification, section 9). */
export const BILLING_CYCLES = ['monthly', 'yearly', 'weekly'] as const
