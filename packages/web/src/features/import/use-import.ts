import { CATALOGUE } from '@rapport/core/catalogue/entities.ts'
import { readLive } from '@rapport/core/catalogue/plan/live.ts'
import type { Row } from '@rapport/core/catalogue/read/row.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { decimalOf } from '#ui/fields/price-field.tsx'
import { type ImportFile, readChosen } from './import-files.ts'
import { browserImages, chosenImages, nameOf } from './import-images.ts'
import { planImport, type RowCorrections } from './import-plan.ts'
import { useImportRun } from './use-import-run.ts'

const NO_CORRECTIONS: RowCorrections = new Map()

/** The files that were chosen, how they are corrected, and the plan that follows from them and the server's records. */
export function useImport() {
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly ImportFile[]>([])
  const [images, setImages] = useState<readonly File[]>([])
  const [others, setOthers] = useState<readonly string[]>([])
  const [corrections, setCorrections] = useState(NO_CORRECTIONS)
  const [isSaved, setIsSaved] = useState(true)
  const [access] = useState(browserImages)
  /** Counts what the plan is made of, which is no text to compare. */
  const [version, setVersion] = useState(0)
  const renew = useCallback(() => setVersion((count) => count + 1), [])

  const entities = CATALOGUE.filter(({ type }) => files.some((file) => file.types.includes(type)))
  const live = useQuery({
    queryKey: ['import', 'records', entities.map(({ type }) => type)],
    // Strictly: a wrong answer must not look like a server without records, which would get all of them again.
    queryFn: ({ signal }) => readLive(entities, { api, call: (_operation, send) => send(), signal }),
    enabled: files.length > 0,
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const compareImages = useMemo(() => chosenImages(images, access), [images, access])
  const plan = useQuery({
    queryKey: ['import', 'plan', version, live.dataUpdatedAt],
    queryFn: () => planImport({ files, corrections, live: live.data ?? new Map(), compareImages }),
    enabled: files.length > 0 && live.data !== undefined,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const runner = useImportRun(access, async () => {
    await live.refetch()
    for (const key of [queryKeys.categories, queryKeys.positions, queryKeys.products]) {
      void client.invalidateQueries({ queryKey: key })
    }
  })

  const { forget } = runner

  const take = async (chosen: readonly File[]) => {
    const read = await readChosen(chosen)
    // What is chosen again takes the place of what has its name.
    const names = new Set(read.files.map(({ name }) => name))
    const imageNames = new Set(read.images.map(({ name }) => nameOf(name)))
    setFiles((before) => [...before.filter(({ name }) => !names.has(name)), ...read.files])
    setImages((before) => [...before.filter(({ name }) => !imageNames.has(nameOf(name))), ...read.images])
    setOthers(read.others)
    renew()
  }
  const correct = useCallback(
    (row: Row, field: string, text: string | undefined) => {
      const amount = decimalOf(text ?? '')
      // As in the form: a comma may stand before the decimals.
      const isAmount = row.entity.fields[field]?.type === 'decimal' && !Number.isNaN(amount)
      const value = isAmount ? text?.trim().replace(',', '.') : text
      setCorrections((before) => new Map(before).set(row, new Map(before.get(row)).set(field, value)))
      setIsSaved(false)
      forget(row)
      renew()
    },
    [renew, forget],
  )
  return {
    files,
    images,
    /** The names of the files that were chosen and cannot be read. */
    others,
    /** Whether corrections would be lost. */
    hasCorrections: !isSaved && files.some(({ rows }) => rows.some((row) => corrections.has(row))),
    onDownloaded: () => setIsSaved(true),
    entities,
    live,
    plan,
    runner,
    take,
    correct,
    remove: (name: string) => {
      setFiles((before) => before.filter((file) => file.name !== name))
      renew()
    },
    removeImages: () => {
      setImages([])
      renew()
    },
  }
}
