import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import type { Row } from '@rapport/core/catalogue/read/row.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { isNumeric } from '@rapport/core/entities/field-values.ts'
import { numberReadings } from '@rapport/core/text/decimal.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { client } from '#data/api.ts'
import { useReload } from '#data/records.ts'
import { type ImportFile, parseFiles } from './plan/import-files.ts'
import { browserImages, compareChosenImages, imageKey } from './plan/import-images.ts'
import { planImport, type RowCorrections } from './plan/import-plan.ts'
import { type ImportRow, wasImported, withState } from './plan/row-state.ts'
import { useImportRun } from './use-import-run.ts'

interface ImportInput {
  files: readonly ImportFile[]
  images: readonly File[]
  /** Names of chosen files of no known type. */
  otherNames: readonly string[]
  corrections: RowCorrections
  /** Query key, incremented on each change, because files cannot be serialised. */
  version: number
}

const EMPTY_INPUT: ImportInput = { files: [], images: [], otherNames: [], corrections: new Map(), version: 0 }

/** Holds chosen files and corrections, and plans the import against the server's records. */
export function useImport() {
  const reload = useReload(CATALOGUE)
  const [input, setInput] = useState(EMPTY_INPUT)
  const { files, images, otherNames, corrections, version } = input
  const change = useCallback(
    (changes: (before: ImportInput) => Partial<ImportInput>) =>
      setInput((before) => ({ ...before, ...changes(before), version: before.version + 1 })),
    [],
  )
  const [isSaved, setIsSaved] = useState(true)
  const [imageAccess] = useState(browserImages)

  const entities = CATALOGUE.filter(({ noun }) => files.some((file) => file.nouns.includes(noun)))
  const remote = useQuery({
    queryKey: ['import', 'records', entities.map(({ noun }) => noun)],
    // Strict, because a wrong response read as an empty list would create all records again.
    queryFn: ({ signal }) => fetchRemote(entities, client.with({ signal })),
    enabled: files.length > 0,
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const compareImages = useMemo(() => compareChosenImages(images, imageAccess), [images, imageAccess])
  const plan = useQuery({
    queryKey: ['import', 'plan', version, remote.dataUpdatedAt],
    queryFn: () => planImport({ files, corrections, remote: remote.data ?? new Map(), compareImages }),
    enabled: files.length > 0 && remote.data !== undefined,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const runner = useImportRun(imageAccess, async () => {
    await remote.refetch()
    reload()
  })

  const { clearResult } = runner

  const addFiles = async (addedFiles: readonly File[]) => {
    const parsedFiles = await parseFiles(addedFiles)
    // A file replaces an earlier one of the same name.
    const names = new Set(parsedFiles.files.map(({ name }) => name))
    const imageNames = new Set(parsedFiles.images.map(({ name }) => imageKey(name)))
    change((before) => ({
      files: [...before.files.filter(({ name }) => !names.has(name)), ...parsedFiles.files],
      images: [...before.images.filter(({ name }) => !imageNames.has(imageKey(name))), ...parsedFiles.images],
      otherNames: parsedFiles.otherNames,
    }))
  }
  const correct = useCallback(
    (row: Row, field: string, text: string | undefined) => {
      const type = row.entity.fields[field]?.type
      // Accepts a decimal comma, as the form does.
      const [reading, ...others] = type && isNumeric({ type }) ? numberReadings(text ?? '') : []
      const value = others.length === 0 ? (reading ?? text) : text
      change((before) => ({
        corrections: new Map(before.corrections).set(row, new Map(before.corrections.get(row)).set(field, value)),
      }))
      setIsSaved(false)
      clearResult(row)
    },
    [change, clearResult],
  )
  const { results } = runner
  const rows = useMemo(() => plan.data?.rows.map((row) => withState(row, results)), [plan.data, results])
  // Read from the files, because there is no plan if the comparison fails.
  const correctedRows = files.flatMap((file) => file.rows.filter((row) => corrections.has(row)))
  const doneRows = new Set(
    rows?.filter((row) => row.state === 'unchanged' || wasImported(row)).map(({ originalRow }) => originalRow),
  )
  return {
    files,
    images,
    otherNames,
    hasCorrectionsToDownload: !isSaved && correctedRows.length > 0,
    /** Whether leaving would lose corrections that were neither imported nor downloaded. */
    hasUnsavedCorrections: !isSaved && correctedRows.some((row) => !doneRows.has(row)),
    // Most imports download nothing, so the formats' writers load with the first download.
    downloadCorrected: async () => {
      const { downloadCorrected } = await import('./plan/import-downloads.ts')
      downloadCorrected(files, rows ?? [])
      setIsSaved(true)
    },
    downloadRejected: async (rejected: readonly ImportRow[]) => {
      const { downloadRejected } = await import('./plan/import-downloads.ts')
      downloadRejected(files, rejected)
    },
    entities,
    remote,
    plan,
    /** Undefined until there is a plan. */
    rows,
    runner,
    isRunning: runner.progress !== undefined,
    addFiles,
    correct,
    remove: (name: string) => change((before) => ({ files: before.files.filter((file) => file.name !== name) })),
    removeImages: () => change(() => ({ images: [] })),
  }
}

export type ImportState = ReturnType<typeof useImport>
