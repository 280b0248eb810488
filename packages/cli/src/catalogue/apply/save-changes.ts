import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Deps } from '#cli/deps.ts'
import type { CallDeps, Form, Id } from '#cli/entities/entity.ts'
import { CliError, mayHaveArrived } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { deleteOne } from '#cli/entities/deletion.ts'
import { digestOf, type ImageFile } from '../images/image-file.ts'
import type { ImageLocks } from '../images/image-lock.ts'
import { downloadImage, namesDigest } from '../images/served-image.ts'
import { liveRecord, type LiveRecord, readLive } from '../plan/live.ts'
import { identityOf } from '../plan/match.ts'
import type { PendingChange } from '../plan/plan.ts'
import { fileFields, imageField, isSameValue, type Row } from '../read/row.ts'

/** Does what a plan says, one change at a time. */
export interface ChangeSaver {
  /** `signal` ends its calls. */
  perform(change: PendingChange, signal: AbortSignal): Promise<'done' | 'absent'>
  /** Images that were sent, but could not be read back: they would be sent again. */
  readonly unverifiedImages: number
}

export function changeSaver(deps: Deps, locks: ImageLocks): ChangeSaver {
  const savedIds = new Map<Row, Id>()
  let unverifiedImages = 0

  return {
    async perform(change, signal) {
      const { entity, live, row } = change
      const calls = { api: deps.api, call: deps.call, signal }
      if (change.action === 'delete') return deleteOne(String(live?.id), calls, entity.delete)
      const saved = await save(change, calls)
      if (row && saved) savedIds.set(row, saved.id)
      await verifyImage(change, saved)
      return 'done'
    },
    get unverifiedImages() {
      return unverifiedImages
    },
  }

  async function save(change: PendingChange, calls: CallDeps): Promise<LiveRecord | undefined> {
    const { entity, live } = change
    const form = await formOf(change)
    const send = () => entity.save(form, live?.id, calls)
    let answer: Awaited<ReturnType<typeof send>>
    try {
      answer = await send()
    } catch (error) {
      // A new record whose answer was lost may exist: look for it before sending it again.
      if (live || !(error instanceof ApiError) || !(error.kind === 'network' || mayHaveArrived(error))) throw error
      const found = await find(change, calls).catch(() => {
        throw error
      })
      if (found && !isAsWanted(change, found)) throw changedMeanwhile(change)
      if (found) return found
      answer = await send()
    }
    if (answer) return liveRecord(entity, answer)
    // If the answer lacks the record, look for it where its image is needed.
    return change.image ? find(change, calls) : undefined
  }

  async function formOf(change: PendingChange): Promise<Form> {
    const { entity, form, image } = change
    const field = imageField(entity)
    return {
      ...form,
      ...(entity.parent && { [entity.parent.id]: parentIdOf(change) }),
      ...(image && field && { [field]: await fileToSend(image) }),
    }
  }

  function parentIdOf({ entity, parent }: PendingChange): string | undefined {
    if (!entity.parent) return undefined
    const id = parent?.live?.id ?? (parent?.row && savedIds.get(parent.row))
    if (id !== undefined) return String(id)
    const message = `The ${entity.parent.name} ${JSON.stringify(parent?.name)} was not saved.`
    throw new CliError(`no_${entity.parent.name}`, message, { exitCode: EXIT.failed })
  }

  /** The record on the server, by its id or key. */
  async function find(change: PendingChange, calls: CallDeps): Promise<LiveRecord | undefined> {
    const { entity, live, values } = change
    const rows = (await readLive([entity], calls)).get(entity) ?? []
    if (live) return rows.find(({ id }) => String(id) === String(live.id))
    const wanted = identityOf(entity, values, parentIdOf(change))
    return rows.find((record) => identityOf(entity, record.values, record.parentId) === wanted)
  }

  async function verifyImage({ image, row }: PendingChange, saved: LiveRecord | undefined): Promise<void> {
    if (!image || !row) return
    const lock = locks(row.folder)
    try {
      if (!saved?.image) unverifiedImages += 1
      else if (!namesDigest(saved.image, lock.servedDigests(image.digest))) {
        lock.recordServed(image.digest, digestOf(await downloadImage(saved.image, deps)))
      }
    } catch (error) {
      // What was asked for is done; only that it need not be done again is not known.
      deps.debug(`${image.path} was sent and not read back: ${error instanceof Error ? error.message : String(error)}`)
      unverifiedImages += 1
    }
  }
}

/** Throws CliError where it is no longer the image that was planned. */
async function fileToSend({ path, name, digest, type, read }: ImageFile): Promise<File> {
  const bytes = new Uint8Array(await read())
  if (digestOf(bytes) === digest) return new File([bytes], name, { type })
  throw new CliError('changed_meanwhile', `${path} has changed since it was compared.`, {
    hint: 'Run the command again: it compares again.',
    exitCode: EXIT.conflict,
  })
}

function changedMeanwhile({ key }: PendingChange): CliError {
  return new CliError('changed_meanwhile', `${key} was added by another client meanwhile.`, {
    hint: 'Run the command again: it compares again.',
    exitCode: EXIT.conflict,
  })
}

function isAsWanted({ entity, values }: PendingChange, record: LiveRecord): boolean {
  return fileFields(entity).every((field) => {
    const { name, type } = field
    if (type === 'image' || type === 'slug' || name === entity.parent?.name || values[name] === undefined) return true
    return isSameValue(field, values[name], record.values[name])
  })
}
