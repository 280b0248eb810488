/** The id that a text stands for; undefined for what cannot be one, since ours are whole numbers from 1. */
export function parseId(text: string | number): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(String(text)) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
