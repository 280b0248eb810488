import { imageLimit } from '@rapport/core/images/image-kind.ts'
import { useState } from 'react'
import { centerCrop, makeAspectCrop, ReactCrop, type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { logFailure } from '#platform/log-failure.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { AlertDialogPopup } from '#ui/overlays/alert-dialog-popup.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { PICTURE_ASPECT } from './picture.tsx'
import { useObjectUrl } from './use-object-url.ts'
import styles from './image-cropper.module.css'

interface Props {
  open: boolean
  /** A PNG or JPEG. */
  file: File
  onClose: () => void
  onCropped: (file: File) => void
}

const JPEG_QUALITY = 0.92
/** The longest side in pixels of what is cropped, as all browsers can draw it. */
const MAX_SIDE = 4096

/** A dialog that crops an image to the shape of a picture, by mouse, touch or keyboard. */
export function ImageCropper({ open, file, onClose, onCropped }: Props) {
  const [crop, setCrop] = useState<PercentCrop>()
  const [failed, setFailed] = useState(false)
  const [image, setImage] = useState<HTMLImageElement>()
  const showFile = useObjectUrl(file)
  const apply = async () => {
    if (!image || !crop) return
    try {
      onCropped(await cutOut(image, crop, file))
    } catch (error) {
      logFailure('An image could not be cropped.', error)
      setFailed(true)
    }
  }
  return (
    <AlertDialogPopup
      open={open}
      icon={null}
      title="Crop the image"
      description="Drag the frame or its corners, or move them with the arrow keys."
      onClose={onClose}
      action={
        <Button variant="primary" onClick={() => void apply()}>
          Crop
        </Button>
      }
    >
      {failed && <Notice tone="error">This browser cannot crop the image. Choose one that has the right shape.</Notice>}
      <div className={styles['stage']}>
        <ReactCrop
          {...(crop && { crop })}
          aspect={PICTURE_ASPECT}
          keepSelection
          ruleOfThirds
          onChange={(_, next) => setCrop(next)}
        >
          <img
            ref={showFile}
            className={styles['image']}
            alt="The file to crop"
            onLoad={({ currentTarget }) => {
              const { width, height } = currentTarget
              setImage(currentTarget)
              setCrop(
                centerCrop(makeAspectCrop({ unit: '%', width: 100 }, PICTURE_ASPECT, width, height), width, height),
              )
            }}
          />
        </ReactCrop>
      </div>
      {image && crop && <p className="note">{`4:3 · ${toPixels(image, crop).join(' × ')}`}</p>}
    </AlertDialogPopup>
  )
}

/** Draws the part of an image, as small as the limit of an upload requires. */
async function cutOut(image: HTMLImageElement, crop: PercentCrop, { name, type }: File): Promise<File> {
  const canvas = document.createElement('canvas')
  const [width, height] = toPixels(image, crop)
  const left = Math.round((crop.x * image.naturalWidth) / 100)
  const top = Math.min(Math.round((crop.y * image.naturalHeight) / 100), image.naturalHeight - height)
  let scale = Math.min(1, MAX_SIDE / width)
  for (;;) {
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, JPEG_QUALITY)
    })
    if (!blob) throw new Error('The canvas gave no image.')
    if (blob.size <= imageLimit(type)) return new File([blob], name, { type })
    scale *= 0.95 * Math.sqrt(imageLimit(type) / blob.size)
  }
}

function toPixels({ naturalWidth, naturalHeight }: HTMLImageElement, { width }: PercentCrop): [number, number] {
  const rounded = Math.max(1, Math.round((width * naturalWidth) / 100))
  return [rounded, Math.max(1, Math.min(naturalHeight, Math.round(rounded / PICTURE_ASPECT)))]
}
