export const SCREENS = ['dashboard', 'users', 'categories', 'positions', 'products'] as const
export type Screen = (typeof SCREENS)[number]
