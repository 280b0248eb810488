import { valueText } from '@rapport/core/text/value-text.ts'
import { useState, type ReactNode } from 'react'
import { imageUrl } from '#data/image-url.ts'
import { logFailure } from '#platform/log-failure.ts'
import { Changes } from '#record-history/changes.tsx'
import type { EarlierVersion } from '#record-history/earlier-version.ts'
import type { RecordKey } from '#record-history/event-format.ts'
import type { RestoreOptions } from '#record-history/record-history.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { DiscardButton } from './draft-notice.tsx'
import type { SaveState } from './use-save-form.ts'

/** The record that a form edits, as its history needs it. */
export interface EditedRecord extends RecordKey {
  name: string | undefined
  /** Name of the image field, and the path that the server sent. */
  image: { field: string; path: unknown } | undefined
}

/** Fills the form with an earlier version, which is then saved like any change. */
export function useRestoring(
  { savedValues, isDirty, setFields, discard }: SaveState,
  image: EditedRecord['image'],
): { restoring: RestoreOptions; notice: ReactNode } {
  const [version, setVersion] = useState<EarlierVersion>()
  const [isImageGone, setIsImageGone] = useState(false)
  const currentTexts = Object.fromEntries(Object.entries(savedValues).map(([name, value]) => [name, valueText(value)]))
  if (image) currentTexts[image.field] = valueText(image.path)

  const restore = async (chosen: EarlierVersion) => {
    const path = image && chosen.fields[image.field]
    const file = path === undefined ? undefined : await loadImage(path)
    discard()
    setFields(image ? { ...chosen.fields, [image.field]: file } : chosen.fields)
    setIsImageGone(path !== undefined && !file)
    setVersion(chosen)
  }
  const restoring: RestoreOptions = {
    savedTexts: currentTexts,
    disabledReason: isDirty ? 'Save your changes first, or cancel them.' : undefined,
    onRestore: (chosen) => void restore(chosen),
  }
  const notice = version && (
    <Notice
      tone="info"
      action={
        <DiscardButton
          onDiscard={() => {
            discard()
            setVersion(undefined)
          }}
        >
          Discard
        </DiscardButton>
      }
    >
      The version of <Moment at={version.at} /> is in the form. Save to restore it.
      {isImageGone && ' Its image is no longer on the server: the current one stays, unless you choose another.'}
      <Changes
        changes={Object.entries(version.fields)
          .filter(([field]) => !(isImageGone && field === image?.field))
          .map(([field, text]) => ({ field, before: currentTexts[field], after: text }))}
      />
    </Notice>
  )
  return { restoring, notice }
}

/** Loads an image. Returns undefined if the server no longer has it. */
async function loadImage(path: string): Promise<File | undefined> {
  const url = imageUrl(path)
  if (url === undefined) return undefined
  try {
    const response = await fetch(new Request(url))
    const type = response.headers.get('Content-Type') ?? ''
    if (!response.ok || !type.startsWith('image/')) return undefined
    return new File([await response.blob()], path.slice(path.lastIndexOf('/') + 1), { type })
  } catch (error) {
    logFailure('An earlier image could not be loaded.', error)
    return undefined
  }
}
