/**
 * Page sizes of all lists but the notifications (specification, section 9, requires them for users, positions and
 * categories).
 */
export const PAGE_SIZES = [12, 24, 50] as const

export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}
