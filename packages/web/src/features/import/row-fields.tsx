import { valueText } from '@rapport/core/text/value-text.ts'
import type { Difference } from '@rapport/core/catalogue/plan/plan.ts'
import { fileFields, imageField, issueAt, type Row } from '@rapport/core/catalogue/read/row.ts'
import { ArrowRight, ChevronDown } from 'lucide-react'
import { imageUrl, previewUrl } from '#data/image-url.ts'
import { decimalOf } from '#forms/decimal.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { Button } from '#ui/primitives/button.tsx'
import { Picture } from '#ui/images/picture.tsx'
import { CorrectableValue } from './correctable-value.tsx'
import { shownFields, type ShownField } from './shown-fields.ts'
import type { Line } from './import-plan.ts'
import type { RowResult } from './row-state.ts'
import styles from './row-fields.module.css'

export interface FieldsProps {
  line: Line
  /** Whether the row is imported. */
  isDone: boolean
  result: RowResult | undefined
  imageOf: (path: string) => File | undefined
  onCorrect: (row: Row, field: string, text: string | undefined) => void
}

/** Issues and changes of a row by field, with correctable values. */
export function RowFields({ line, isDone, result, imageOf, onCorrect }: FieldsProps) {
  const { base, row, change } = line
  const fieldNames = new Set(fileFields(row.entity).map(({ name }) => name))
  const refusals = Object.entries(result?.fieldErrors ?? {}).flatMap(([field, message]) =>
    fieldNames.has(field) ? [issueAt(row, field, message)] : [],
  )
  const hasReasonAtField = refusals.some(({ message }) => message === result?.reason)
  const issues = [...line.issues, ...refusals]
  const fields = shownFields({ ...line, issues }, isDone)
  const foldedFields = fields.filter(({ isFolded }) => isFolded)

  const valueOf = (name: string, difference: Difference | undefined) => {
    if (difference && name === imageField(row.entity)) return <ImageChange difference={difference} imageOf={imageOf} />
    const isInvalid = issues.some(({ field }) => field === name)
    const hasFileIssue = line.issues.some(({ field }) => field === name)
    const isAmount = isMoney(row, name) && !isInvalid
    const currency = valueText(row.written['currency'])
    const currencyBefore = change?.differences.find(({ field }) => field === 'currency')?.from ?? currency
    const formatValue = (value: string, unit: unknown) =>
      isAmount && value !== '' ? formatPrice({ price: decimalOf(value), currency: valueText(unit) }) : value
    const text = valueText(row.written[name])
    return (
      <>
        {difference && change?.action === 'update' && (
          <>
            <bdi className={styles['before']}>{formatValue(valueText(difference.from), currencyBefore) || 'Empty'}</bdi>
            <ArrowRight className={styles['arrow']} role="img" aria-label="becomes" />
          </>
        )}
        <CorrectableValue
          name={`${labelOf(row, name)} of ${line.key}`}
          text={text}
          shownText={formatValue(text, currency)}
          multiline={isLong(row, name)}
          isInvalid={isInvalid}
          onCorrect={(next) => {
            // The same text may be valid as a correction, but does not change what the server refused.
            if (hasFileIssue || next !== text) onCorrect(base, name, next)
          }}
        />
      </>
    )
  }
  const showField = ({ name, issue, difference }: ShownField) => (
    <div key={`${name} ${issue}`} className={styles['field']}>
      {name !== undefined && fieldNames.has(name) && (
        <>
          <span className={styles['label']}>{labelOf(row, name)}</span>
          <span className={styles['value']}>{valueOf(name, difference)}</span>
        </>
      )}
      {issue !== undefined && <p className={styles['issue']}>{withCurlyQuotes(issue.replace(`${name}: `, ''))}</p>}
      {name !== undefined && !fieldNames.has(name) && (
        <Button size="small" className={styles['leave']} onClick={() => onCorrect(base, name, undefined)}>
          {`Leave ${name} out`}
        </Button>
      )}
    </div>
  )
  return (
    <div className={styles['fields']}>
      {result?.reason !== undefined && !hasReasonAtField && (
        <p className={styles[result.status === 'failed' ? 'failure' : 'issue']}>{result.reason}</p>
      )}
      {result?.status === 'failed' && !isDone && (
        <p className={styles['label']}>Retry sends this row again as it is.</p>
      )}
      {isDone && <p className={styles['label']}>{result?.fields?.map((name) => labelOf(row, name)).join(', ')}</p>}
      {!isDone && line.group === 'unchanged' && <p className={styles['label']}>Nothing to change</p>}
      {fields.filter(({ isFolded }) => !isFolded).map(showField)}
      {foldedFields.length > 0 && (
        <details>
          <summary className={styles['more']}>
            {foldedFields.length === 1 ? '1 more field' : `${foldedFields.length} more fields`}
            <ChevronDown aria-hidden="true" />
          </summary>
          <div className={styles['folded']}>{foldedFields.map(showField)}</div>
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

/** The tool quotes values as JSON. */
const withCurlyQuotes = (issue: string) => issue.replaceAll(/"([^"]*)"/g, '“$1”')
