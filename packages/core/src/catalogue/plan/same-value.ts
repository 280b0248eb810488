import { isNumeric } from '../../entities/field-values.ts'
import type { FileField, Values } from '../read/row.ts'

/** Returns true if two values of a field are the same. Undefined equals an empty text. */
export function isSameValue({ type }: FileField, left: Values[string], right: Values[string]): boolean {
  const [isLeftMissing, isRightMissing] = [left, right].map((value) => value === undefined || value === '')
  if (isNumeric({ type }) && !isLeftMissing && !isRightMissing) return Number(left) === Number(right)
  const comparable = (value: Values[string]) => {
    const text = String(value ?? '').replaceAll(/\r\n?/g, '\n')
    // The schemas trim names, but not texts.
    return type === 'text' ? text : text.trim()
  }
  return comparable(left) === comparable(right)
}
