/** Placeholders (specification, section 2: privacy policy and support page), from a domain and number range reserved for examples. */
export const contact = {
  privacyEmail: 'privacy@example.com',
  supportEmail: 'support@example.com',
  phone: '+1 (202) 555-0143',
} as const
