/** Removes letter case and diacritics for searching and sorting, so that "eva" finds "Éva". */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
