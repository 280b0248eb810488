export const PAGES = ['dashboard', 'users', 'categories', 'positions', 'products'] as const
export type Page = (typeof PAGES)[number]
