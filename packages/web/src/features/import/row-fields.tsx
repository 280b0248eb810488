import { valueText } from '@rapport/core/text/value-text.ts'
import type { Difference } from '@rapport/core/catalogue/plan/plan.ts'
import { fileFields, imageField, type Row } from '@rapport/core/catalogue/read/row.ts'
import { ArrowRight } from 'lucide-react'
import { imageUrl, previewUrl } from '#data/image-url.ts'
import { decimalOf } from '#ui/fields/price-field.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { Picture } from '#ui/primitives/picture.tsx'
import { CorrectableValue } from './correctable-value.tsx'
import type { Line } from './import-plan.ts'
import styles from './row-fields.module.css'

export interface FieldsProps {
  line: Line
  /** It has been imported: nothing is left to change. */
  done: boolean
  /** Why the server refused it, or why it was not tried. */
  reason: string | undefined
  imageOf: (path: string) => File | undefined
  onCorrect: (row: Row, field: string, text: string | undefined) => void
}

/** Of a new row without problems, the fields that are not folded away. */
const MAX_NEW = 3

/** What is wrong with a row and what it would change, field by field; each value can be corrected. */
export function RowFields({ line, done, reason, imageOf, onCorrect }: FieldsProps) {
  const { base, row, change, mistakes } = line
  const isSettled = done || line.group === 'unchanged'
  const known = new Set(fileFields(row.entity).map(({ name }) => name))
  const wrong = new Set(mistakes.map(({ field }) => field))
  const differences = isSettled ? [] : (change?.differences ?? [])
  const listed = new Set(differences.map(({ field }) => field))
  // What names another record than was meant.
  const keys = isSettled ? [] : row.entity.key.filter((name) => !wrong.has(name) && !listed.has(name))
  const valueOf = (field: string, text: string) => (
    <CorrectableValue
      name={`${labelOf(row, field)} of ${line.key}`}
      text={isMoney(row, field) && !wrong.has(field) ? moneyText(text) : text}
      multiline={isLong(row, field)}
      isWrong={wrong.has(field)}
      onCorrect={(next) => onCorrect(base, field, next)}
    />
  )
  const changed = differences
    .filter(({ field }) => !wrong.has(field))
    .map((difference) => (
      <div key={difference.field} className={styles['field']}>
        <span className={styles['label']}>{labelOf(row, difference.field)}</span>
        <span className={styles['value']}>
          {difference.field === imageField(row.entity) ? (
            <ImageChange difference={difference} imageOf={imageOf} />
          ) : (
            <>
              {change?.action === 'update' && (
                <>
                  <bdi className={styles['before']}>
                    {isMoney(row, difference.field)
                      ? moneyText(valueText(difference.from))
                      : valueText(difference.from) || 'Empty'}
                  </bdi>
                  <ArrowRight className={styles['arrow']} role="img" aria-label="becomes" />
                </>
              )}
              {valueOf(difference.field, valueText(row.written[difference.field]))}
            </>
          )}
        </span>
      </div>
    ))
  const open = change?.action === 'update' ? changed.length : mistakes.length > 0 ? 0 : MAX_NEW
  const folded = [
    ...changed.slice(open),
    ...keys.map((name) => (
      <div key={name} className={styles['field']}>
        <span className={styles['label']}>{labelOf(row, name)}</span>
        <span className={styles['value']}>{valueOf(name, valueText(row.written[name]))}</span>
      </div>
    )),
  ]
  return (
    <div className={styles['fields']}>
      {reason !== undefined && (
        <div className={styles['field']}>
          <p className={styles['mistake']}>{reason}</p>
        </div>
      )}
      {mistakes.map(({ field, message }) => (
        <div key={`${field} ${message}`} className={styles['field']}>
          {field !== undefined && known.has(field) && (
            <>
              <span className={styles['label']}>{labelOf(row, field)}</span>
              <span className={styles['value']}>{valueOf(field, valueText(row.written[field]))}</span>
            </>
          )}
          <p className={styles['mistake']}>{message}</p>
          {field !== undefined && !known.has(field) && (
            <Button size="small" className={styles['leave']} onClick={() => onCorrect(base, field, undefined)}>
              {`Leave ${field} out`}
            </Button>
          )}
        </div>
      ))}
      {changed.slice(0, open)}
      {folded.length > 0 && (
        <details className={styles['more']}>
          <summary>{folded.length === 1 ? '1 more field' : `${folded.length} more fields`}</summary>
          <div className={styles['folded']}>{folded}</div>
        </details>
      )}
    </div>
  )
}

function ImageChange({ difference: { from, to }, imageOf }: { difference: Difference } & Pick<FieldsProps, 'imageOf'>) {
  const file = imageOf(String(to))
  const before = typeof from === 'string' ? from : undefined
  return (
    <>
      {before !== undefined && (
        <>
          <span className={styles['image']}>
            <Picture src={previewUrl(before) ?? imageUrl(before)} alt="The current image" />
          </span>
          <ArrowRight className={styles['arrow']} role="img" aria-label="becomes" />
        </>
      )}
      <span className={styles['image']}>
        <Picture src={file} alt={file?.name ?? ''} />
      </span>
    </>
  )
}

function labelOf({ entity }: Row, field: string): string {
  return entity.fields[field]?.label ?? field
}

function isLong({ entity }: Row, field: string): boolean {
  return entity.fields[field]?.type === 'text'
}

function isMoney({ entity }: Row, field: string): boolean {
  return entity.fields[field]?.type === 'decimal'
}

/** With two decimals; anything else than such an amount stays as it was written. */
function moneyText(text: string): string {
  const amount = decimalOf(text)
  return Number(amount.toFixed(2)) === amount ? amount.toFixed(2) : text
}
