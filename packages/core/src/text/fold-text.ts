/** Text as it is searched and sorted: without letter case and diacritics, so that "eva" finds "Éva". */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
