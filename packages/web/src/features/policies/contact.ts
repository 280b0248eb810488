/** Placeholders (specification, section 2), from a domain and a number range that are reserved for examples. */
export const contact = {
  privacyEmail: 'privacy@example.com',
  supportEmail: 'support@example.com',
  phone: '+1 (202) 555-0143',
} as const
