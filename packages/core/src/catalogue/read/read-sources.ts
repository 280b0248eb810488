import { CATALOGUE, NOUNS, type CatalogueFormat } from '../../entities/catalogue.ts'
import type { EditableEntity } from '../../entities/entity.ts'
import { columnToField, type FileIssue, type RowsAndIssues, type Row, type SourceFile } from './row.ts'

/** The content of all files together. */
export interface Catalogue {
  rows: Row[]
  /** The entities that the files contain. Records of other entities are never pruned. */
  entities: EditableEntity[]
  issues: FileIssue[]
  /** Lists without a value: issues if missing records are deleted. */
  valueless?: FileIssue[]
  formats: CatalogueFormat[]
}

export interface Sources extends Catalogue {
  /** CSV files whose entity is not clear from name or header. They are not read. */
  unknownFiles: SourceFile[]
}

/**
 * Reads all files and collects their issues. `selected` restricts the entities; a single one also applies to a CSV whose name
 * does not show its entity.
 */
export async function readSources(
  sources: readonly SourceFile[],
  selected: readonly EditableEntity[] | undefined,
): Promise<Sources> {
  const result: Sources = { rows: [], entities: [], issues: [], valueless: [], formats: [], unknownFiles: [] }
  const fileEntities = new Set<EditableEntity>()
  for (const source of sources) {
    const format = detectFormat(source, selected)
    result.formats.push(format)
    if (source.text.trim() === '') {
      result.issues.push({ file: source.name, line: 1, column: 1, message: 'The file is empty.' })
      continue
    }
    // The parsers are large, so they are loaded with the first file that needs them.
    const content =
      format === 'csv'
        ? await readCsv(source, selected)
        : (await import('./yaml-rows.ts')).readYamlFile(source, selected)
    if (!content) result.unknownFiles.push(source)
    // `push(...rows)` would fail for many rows: the number of arguments is limited.
    result.rows = result.rows.concat(content?.rows ?? [])
    result.issues = result.issues.concat(content?.issues ?? [])
    result.valueless?.push(...(content?.valueless ?? []))
    for (const entity of content?.entities ?? []) fileEntities.add(entity)
  }
  result.entities = CATALOGUE.filter((entity) => fileEntities.has(entity))
  return result
}

type Content = RowsAndIssues & { entities: EditableEntity[] }

/** Reads a CSV, without its rows if `selected` excludes its entity. Returns undefined if the entity is not clear. */
async function readCsv(
  source: SourceFile,
  selected: readonly EditableEntity[] | undefined,
): Promise<Content | undefined> {
  const { readCsvFile } = await import('./csv-rows.ts')
  const nameParts = (source.name.split(/[/\\]/).at(-1) ?? '').toLowerCase().split(/[^a-z]+/)
  const byName = CATALOGUE.filter(({ noun }) => nameParts.includes(noun))
  const [entity, ...others] =
    byName.length === 1 ? byName : selected?.length === 1 ? selected : entitiesFromHeader(source.text, selected)
  if (entity === undefined || others.length > 0) return undefined
  if (selected?.includes(entity) === false) return { rows: [], issues: [], entities: [entity] }
  return { ...readCsvFile(source, entity), entities: [entity] }
}

/** Returns the entities whose key is in the header. A CSV of children may contain the key of their parents too. */
function entitiesFromHeader(text: string, candidates: readonly EditableEntity[] = CATALOGUE): EditableEntity[] {
  const lines = text.split(/[\r\n]+/, 2)
  // Excel names the separator in a line of its own.
  const header = lines.find((line) => line !== '' && !/^"?sep=/i.test(line)) ?? ''
  const columns = new Set(header.split(/[,;\t]/).map((cell) => columnToField(cell.trim().replace(/^"(.*)"$/, '$1'))))
  const matches = candidates.filter(({ keyFields, parent }) =>
    keyFields.some((name) => name !== parent?.nameField && columns.has(name)),
  )
  return matches.filter(({ noun }) => !matches.some(({ parent }) => parent?.noun === noun))
}

/** Returns true if the first line with content names an entity, or begins a list. */
function startsLikeYaml(text: string): boolean {
  const line = text.split(/[\r\n]+/).find((candidate) => !/^\s*(?:#|---|$)/.test(candidate)) ?? ''
  const [key, ...rest] = line.split(':')
  const name = key?.trim().replaceAll(/["']/g, '')
  return line.startsWith('- ') || (rest.length > 0 && NOUNS.some((noun) => noun === name))
}

export function formatFromName(name: string): CatalogueFormat | undefined {
  const [, extension = ''] = /\.([a-z]+)$/i.exec(name) ?? []
  return FORMATS[extension.toLowerCase()]
}

const FORMATS: Readonly<Record<string, CatalogueFormat>> = { csv: 'csv', json: 'json', yaml: 'yaml', yml: 'yaml' }

/** Detects the format by the file name, otherwise by the text. */
export function detectFormat({ name, text }: SourceFile, selected?: readonly EditableEntity[]): CatalogueFormat {
  const formatByName = formatFromName(name)
  if (formatByName) return formatByName
  if (/^[{[]/.test(text.trimStart())) return 'json'
  if (startsLikeYaml(text)) return 'yaml'
  return selected !== undefined || entitiesFromHeader(text).length > 0 ? 'csv' : 'yaml'
}
