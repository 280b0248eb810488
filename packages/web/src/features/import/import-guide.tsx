import { fileFields } from '@rapport/core/catalogue/read/row.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { Download } from 'lucide-react'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { downloadCsv } from '#platform/download.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { KindIcon } from '#ui/primitives/kind-icon.tsx'
import styles from './import-guide.module.css'

const STEPS = [
  { title: 'Choose', text: 'One file or several, with the images that their rows name.' },
  { title: 'Check', text: 'See what each row would change, and correct errors here.' },
  { title: 'Import', text: 'Nothing is saved until this step, and nothing is deleted.' },
]

/** An explanation of the import and its files, shown until the first file is chosen. */
export function ImportGuide() {
  return (
    <div className={styles['guide']}>
      <ol className={styles['steps']}>
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <h2>Templates</h2>
      <Panel aria-label="File format">
        <ul className="divided">
          {CATALOGUE.map((entity) => {
            const columns = fileFields(entity).map(({ name }) => name)
            return (
              <li key={entity.noun} className={styles['kind']}>
                <KindIcon icon={RECORD_KINDS[entity.singular].icon} />
                <div className={styles['texts']}>
                  <h3>{`${entity.noun}.csv`}</h3>
                  <p className="cluster">
                    {columns.map((column) => (
                      <code key={column}>{column}</code>
                    ))}
                  </p>
                  <p>{`Rows that match an existing ${entity.singular} by ${entity.keyFields.join(' and ')} update it; others are added.`}</p>
                </div>
                <Button
                  icon={<Download />}
                  aria-label={`Download the template ${entity.noun}.csv`}
                  onClick={() => downloadCsv(`${entity.noun}.csv`, writeCsv([columns]))}
                >
                  Download
                </Button>
              </li>
            )
          })}
        </ul>
      </Panel>
    </div>
  )
}
