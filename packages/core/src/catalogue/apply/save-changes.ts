import { ApiError, mayHaveArrived } from '../../api/api-error.ts'
import type { Client } from '../../client/client.ts'
import { ChangeError } from '../../client/merge-error.ts'
import { createRecord, listRecords } from '../../client/records.ts'
import { deleteUnchanged, saveRecord } from '../../client/save-record.ts'
import type { DeleteQuery, EditableEntity, Form, Id, ServerRecord } from '../../entities/entity.ts'
import type { ImageFile } from '../../images/image-kind.ts'
import { type ImageAccess, containsDigest } from '../plan/compare-images.ts'
import { toRecordKey } from '../plan/match.ts'
import type { PendingChange } from '../plan/plan.ts'
import { toRemoteRecord, type RemoteRecord, fetchRemote } from '../plan/remote-records.ts'
import { fileFields, imageField, isSameValue, type Row } from '../read/row.ts'

/** Creates a saver for the changes of a plan. */
export function createChangeSaver(
  client: Client,
  { findServedImages, computeDigest, download }: ImageAccess,
  debug: (line: string) => void = () => undefined,
) {
  const readFromList = createListCache()
  // What a deletion is compared with must not be older than the saves before it.
  const readBeforeDeletion = createListCache()
  const savedIds = new Map<Row, Id>()
  let unverifiedImageCount = 0

  return {
    /** Creates or updates a record. Throws `ApiError` or `ChangeError`. */
    async save(change: PendingChange, signal: AbortSignal): Promise<void> {
      const { remote } = change
      const record = remote ? await update(change, remote, signal) : await create(change, signal)
      if (change.row && record) savedIds.set(change.row, record.id)
      await verifyImage(change, record)
    },
    /** Deletes a record that nobody has changed since the plan. Throws `ApiError` or `ChangeError`. */
    async remove({ entity, remote }: PendingChange, query: DeleteQuery, signal: AbortSignal) {
      if (!remote) return 'absent'
      const connection = client.with({ signal })
      const read = (isRefused: boolean) => readBeforeDeletion(connection, entity, remote.id, isRefused)
      return deleteUnchanged(connection, entity, remote.record, { query, read })
    },
    /** The number of images whose upload could not be verified; the next apply may send them again. */
    get unverifiedImageCount() {
      return unverifiedImageCount
    },
  }

  async function update(
    change: PendingChange,
    remote: RemoteRecord,
    signal: AbortSignal,
  ): Promise<RemoteRecord | undefined> {
    const { entity, differences } = change
    const form = await buildForm(change)
    const edits = Object.fromEntries(differences.map(({ field, to }) => [field, form[field] ?? to]))
    const connection = client.with({ signal })
    const read = (isRefused: boolean) => readFromList(connection, entity, remote.id, isRefused)
    const { saved } = await saveRecord(connection, entity, { record: remote.record, edits }, { read })
    return savedRecord(change, saved, signal)
  }

  async function create(change: PendingChange, signal: AbortSignal): Promise<RemoteRecord | undefined> {
    const { entity } = change
    const form = await buildForm(change)
    const sendForm = () => createRecord(client, entity, form, { signal })
    let response: Awaited<ReturnType<typeof sendForm>>
    try {
      response = await sendForm()
    } catch (error) {
      // The record may exist although its response was lost: look for it before sending it again.
      if (!(error instanceof ApiError) || !(error.kind === 'network' || mayHaveArrived(error))) throw error
      const existing = await findRecord(change, signal).catch(() => {
        throw error
      })
      if (existing && !hasWantedValues(change, existing))
        throw new ChangeError(`${change.key} was added by someone else.`)
      if (existing) return existing
      response = await sendForm()
    }
    return savedRecord(change, response, signal)
  }

  /** Returns the saved record. If the response lacks it, looks it up only to verify its image. */
  async function savedRecord(change: PendingChange, response: ServerRecord | undefined, signal: AbortSignal) {
    if (response) return toRemoteRecord(change.entity, response)
    return change.image ? findRecord(change, signal) : undefined
  }

  async function buildForm(change: PendingChange): Promise<Form> {
    const { entity, form, image } = change
    const field = imageField(entity)
    return {
      ...form,
      ...(entity.parent && { [entity.parent.idField]: findParentId(change) }),
      ...(image && field && { [field]: await readUnchangedFile(image) }),
    }
  }

  /** Returns undefined for an entity without parent. Throws `ChangeError` if the parent was not saved. */
  function findParentId({ entity, parent }: PendingChange): string | undefined {
    if (!entity.parent) return undefined
    const id = parent?.remote?.id ?? (parent?.row && savedIds.get(parent.row))
    if (id !== undefined) return String(id)
    const message = `The ${entity.parent.nameField} ${JSON.stringify(parent?.name)} was not saved.`
    throw new ChangeError(message, `no_${entity.parent.nameField}`)
  }

  /** Finds the record on the server by id or key. */
  async function findRecord(change: PendingChange, signal: AbortSignal): Promise<RemoteRecord | undefined> {
    const { entity, remote, values } = change
    const records = (await fetchRemote([entity], client.with({ signal }))).get(entity) ?? []
    if (remote) return records.find(({ id }) => String(id) === String(remote.id))
    const recordKey = toRecordKey(entity, values, findParentId(change))
    return records.find((record) => toRecordKey(entity, record.values, record.parentId) === recordKey)
  }

  async function verifyImage({ image, row }: PendingChange, record: RemoteRecord | undefined): Promise<void> {
    if (!image || !row) return
    const servedImages = findServedImages(row.folder)
    try {
      if (!record?.image) unverifiedImageCount += 1
      else if (!containsDigest(record.image, servedImages.servedDigests(image.digest))) {
        servedImages.recordServed(image.digest, computeDigest(await download(record.image)))
      }
    } catch (error) {
      // The save succeeded, but the image could not be read back: the next apply may send it again.
      debug(
        `${image.path} was sent, but could not be read back: ${error instanceof Error ? error.message : String(error)}`,
      )
      unverifiedImageCount += 1
    }
  }

  /** Throws `ChangeError` if the file has changed since it was compared. */
  async function readUnchangedFile({ path, name, digest, type, read }: ImageFile): Promise<File> {
    const bytes = new Uint8Array(await read())
    if (computeDigest(bytes) === digest) return new File([bytes], name, { type })
    throw new ChangeError(`${path} has changed since it was compared.`)
  }
}

function hasWantedValues({ entity, values }: PendingChange, record: RemoteRecord): boolean {
  return fileFields(entity).every((field) => {
    const { name, type } = field
    if (type === 'image' || type === 'slug' || name === entity.parent?.nameField || values[name] === undefined)
      return true
    return isSameValue(field, values[name], record.values[name])
  })
}

/** The number of saves after which a list is read again, if the server has no versions. */
const MAX_USES_PER_LIST = 100

/** Creates the `read` of saves that shares the lists of an apply. A refused save reads the list again. */
function createListCache() {
  const lists = new Map<EditableEntity, { records: Promise<ServerRecord[]>; uses: number }>()

  return async function read(client: Client, entity: EditableEntity, id: Id, isRefused: boolean) {
    let list = lists.get(entity)
    if (!list || isRefused || list.uses >= MAX_USES_PER_LIST) {
      list = { records: listRecords(client, entity, { strictList: true }), uses: 0 }
      lists.set(entity, list)
      list.records.catch(() => lists.delete(entity))
    }
    list.uses += 1
    return (await list.records).find((record) => String(record.id) === String(id))
  }
}
