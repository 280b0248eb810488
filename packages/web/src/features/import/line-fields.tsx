import { valueText } from '@rapport/core/text/value-text.ts'
import type { Difference } from '@rapport/core/catalogue/plan/plan.ts'
import { fileFields, imageField, type Row } from '@rapport/core/catalogue/read/row.ts'
import { ArrowRight } from 'lucide-react'
import { imageUrl, previewUrl } from '#data/image-url.ts'
import { Button } from '#ui/primitives/button.tsx'
import { Picture } from '#ui/primitives/picture.tsx'
import { CorrectableValue } from './correctable-value.tsx'
import type { Line } from './import-plan.ts'
import styles from './line-fields.module.css'

export interface FieldsProps {
  line: Line
  /** Why the server refused it, or why it was not tried. */
  reason: string | undefined
  imageOf: (path: string) => File | undefined
  onCorrect: (row: Row, field: string, text: string | undefined) => void
}

/** What is wrong with a row and what it would change, field by field; each value can be corrected. */
export function LineFields({ line, reason, imageOf, onCorrect }: FieldsProps) {
  const { base, row, change, mistakes, group } = line
  const known = new Set(fileFields(row.entity).map(({ name }) => name))
  const wrong = new Set(mistakes.map(({ field }) => field))
  const differences = group === 'unchanged' ? [] : (change?.differences ?? [])
  const listed = new Set(differences.map(({ field }) => field))
  // What names another record than was meant.
  const keys = group === 'unchanged' ? [] : row.entity.key.filter((name) => !wrong.has(name) && !listed.has(name))
  const valueOf = (field: string, text: string, multiline = isLong(row, field)) => (
    <CorrectableValue
      name={`${labelOf(row, field)} of ${line.key}`}
      text={text}
      multiline={multiline}
      onCorrect={(next) => onCorrect(base, field, next)}
    />
  )
  return (
    <div className={styles['fields']}>
      {reason !== undefined && <p className={styles['mistake']}>{reason}</p>}
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
      {keys.map((name) => (
        <div key={name} className={styles['field']}>
          <span className={styles['label']}>{labelOf(row, name)}</span>
          <span className={styles['value']}>{valueOf(name, valueText(row.written[name]))}</span>
        </div>
      ))}
      {differences
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
                      <bdi className={styles['before']}>{valueText(difference.from) || 'Empty'}</bdi>
                      <ArrowRight className={styles['arrow']} role="img" aria-label="becomes" />
                    </>
                  )}
                  {valueOf(difference.field, valueText(row.written[difference.field]))}
                </>
              )}
            </span>
          </div>
        ))}
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
