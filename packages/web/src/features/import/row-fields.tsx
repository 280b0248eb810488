import type { Difference } from '@rapport/core/catalogue/plan/plan.ts'
import { fileFields, type FileIssue, imageField, issueAt, type Row } from '@rapport/core/catalogue/read/row.ts'
import { inputFields } from '@rapport/core/entities/entity.ts'
import { isNumeric } from '@rapport/core/entities/field-values.ts'
import { numberReadings } from '@rapport/core/text/decimal.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { ArrowRight, ChevronDown } from 'lucide-react'
import { imageUrl, previewUrl } from '#data/image-url.ts'
import { parseTypedDecimal } from '#forms/decimal.ts'
import { Picture } from '#ui/images/picture.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { CorrectableValue } from './correctable-value.tsx'
import { type ImportRow, wasImported } from './plan/row-state.ts'
import styles from './row-fields.module.css'

export interface FieldsProps {
  row: ImportRow
  findImage: (path: string) => File | undefined
  onCorrect: (row: Row, field: string, text: string | undefined) => void
}

/** The issues and changes of a row by field, with correctable values. */
export function RowFields({ row, findImage, onCorrect }: FieldsProps) {
  const { originalRow, correctedRow, change } = row
  const isImported = wasImported(row)
  const isUnchanged = row.state === 'unchanged'
  // A failure is not shown if nothing is left to change.
  const result = isUnchanged ? undefined : row.result
  const fieldNames = new Set(fileFields(correctedRow.entity).map(({ name }) => name))
  const refusals = Object.entries(result?.fieldErrors ?? {}).flatMap(([field, message]) =>
    fieldNames.has(field) ? [issueAt(correctedRow, field, message)] : [],
  )
  const hasReasonAtField = refusals.some(({ message }) => message === result?.reason)
  const issues = [...row.issues, ...refusals]
  const fields = shownFields(row, issues)
  const foldedFields = fields.filter(({ isFolded }) => isFolded)

  const showValue = (name: string, difference: Difference | undefined) => {
    if (difference && name === imageField(correctedRow.entity))
      return <ImageChange difference={difference} findImage={findImage} />
    const isInvalid = issues.some(({ field }) => field === name)
    const hasFileIssue = row.issues.some(({ field }) => field === name)
    const inputField = new Map(inputFields(correctedRow.entity)).get(name)
    const isShownAsPrice = inputField?.type === 'decimal' && !isInvalid
    const currency = valueText(correctedRow.written['currency'])
    const currencyBefore = change?.differences.find(({ field }) => field === 'currency')?.from ?? currency
    const formatValue = (value: string, unit: unknown) => {
      const price = isShownAsPrice ? parseTypedDecimal(value) : Number.NaN
      return Number.isNaN(price) ? value : formatPrice({ price, currency: valueText(unit) })
    }
    const text = valueText(correctedRow.written[name])
    return (
      <>
        {difference && change?.action === 'update' && (
          <>
            <bdi className={styles['before']}>{formatValue(valueText(difference.from), currencyBefore) || 'Empty'}</bdi>
            <ArrowRight className={styles['arrow']} role="img" aria-label="becomes" />
          </>
        )}
        <CorrectableValue
          name={`${findLabel(correctedRow, name)} of ${row.key}`}
          text={text}
          shownText={formatValue(text, currency)}
          multiline={inputField?.type === 'text'}
          choices={inputField?.choices}
          isInvalid={isInvalid}
          onCorrect={(next) => {
            // A correction may reuse the text after an issue in the file, but not after a refusal by the server.
            if (hasFileIssue || next !== text) onCorrect(originalRow, name, next)
          }}
        />
      </>
    )
  }
  const showField = ({ name, issue, difference }: ShownField) => (
    <div key={`${name} ${issue}`} className={styles['field']}>
      {name !== undefined && fieldNames.has(name) && (
        <>
          <span className={styles['label']}>{findLabel(correctedRow, name)}</span>
          <span className={styles['value']}>{showValue(name, difference)}</span>
        </>
      )}
      {issue !== undefined && <p className={styles['issue']}>{withCurlyQuotes(issue.replace(`${name}: `, ''))}</p>}
      {name !== undefined && issue !== undefined && (
        <span className={styles['readings']}>
          {otherReadings(correctedRow, name).map((reading) => (
            <Button key={reading} size="small" onClick={() => onCorrect(originalRow, name, reading)}>
              {`Use ${reading}`}
            </Button>
          ))}
        </span>
      )}
      {name !== undefined && !fieldNames.has(name) && (
        <Button size="small" className={styles['leave']} onClick={() => onCorrect(originalRow, name, undefined)}>
          {`Leave ${name} out`}
        </Button>
      )}
    </div>
  )
  return (
    <div className={styles['fields']}>
      {result?.reason !== undefined && !hasReasonAtField && (
        <div className={styles['field']}>
          <span className={styles['label']}>Reason</span>
          <p className={styles['issue']}>{result.reason}</p>
        </div>
      )}
      {isImported && (
        <p className={styles['label']}>{result?.fields?.map((name) => findLabel(correctedRow, name)).join(', ')}</p>
      )}
      {isUnchanged && <p className={styles['label']}>Nothing to change</p>}
      {fields.filter(({ isFolded }) => !isFolded).map(showField)}
      {foldedFields.length > 0 && (
        <details>
          <summary className={styles['more']}>
            {foldedFields.length === 1 ? '1 more field' : `${foldedFields.length} more fields`}
            <ChevronDown />
          </summary>
          <div className={styles['fields']}>{foldedFields.map(showField)}</div>
        </details>
      )}
    </div>
  )
}

/** A field of a row with its issue or change. */
interface ShownField {
  /** Undefined for an issue of the whole row. */
  name: string | undefined
  issue?: string
  difference?: Difference
  /** Whether it is hidden until the row is unfolded. */
  isFolded: boolean
}

/** The maximum number of fields shown of a folded new row without issues. */
const MAX_NEW_FIELDS = 3

/** Returns the fields to show: of imported and unchanged rows, only those with issues. */
function shownFields(row: ImportRow, issues: readonly FileIssue[]): ShownField[] {
  const { correctedRow, group, change } = row
  const invalidFields = issues.map(({ field, message }) => ({ name: field, issue: message, isFolded: false }))
  if (wasImported(row) || group === 'unchanged') return invalidFields
  const isInvalid = (name: string) => issues.some(({ field }) => field === name)
  const differences = change?.differences.filter(({ field }) => !isInvalid(field)) ?? []
  const maxShown = change?.action === 'update' ? differences.length : issues.length > 0 ? 0 : MAX_NEW_FIELDS
  // The key is shown and correctable, because it may name the wrong record.
  const keys = correctedRow.entity.keyFields.filter(
    (name) => !isInvalid(name) && !differences.some(({ field }) => field === name),
  )
  return [
    ...invalidFields,
    ...differences.map((difference, index) => ({ name: difference.field, difference, isFolded: index >= maxShown })),
    ...keys.map((name) => ({ name, isFolded: true })),
  ]
}

function ImageChange({
  difference: { from, to },
  findImage,
}: { difference: Difference } & Pick<FieldsProps, 'findImage'>) {
  const file = findImage(String(to))
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

function findLabel({ entity }: Row, field: string): string {
  return entity.fields[field]?.label ?? field
}

/** Returns the numbers that an ambiguous text can mean. */
function otherReadings({ entity, written }: Row, name: string): string[] {
  const field = entity.fields[name]
  const text = valueText(written[name])
  const readings = field && isNumeric(field) ? numberReadings(text) : []
  return readings.length > 1 ? readings.filter((reading) => reading !== text) : []
}

/** Replaces the JSON quotes in core's messages, which the tool prints. */
const withCurlyQuotes = (issue: string) => issue.replaceAll(/"([^"]*)"/g, '“$1”')
