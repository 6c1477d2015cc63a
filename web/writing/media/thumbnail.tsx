import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { FileText, ImageOff, ImagePlus } from '../../ui/icons.ts'
import { kindOf, type Picture } from './media-state.ts'

/** A small picture. Hidden from screen readers, because the text next to it describes the picture. */
export function Thumbnail({ picture, className }: { picture: Picture; className?: string }) {
  const address = picture.state === 'ready' ? picture.image.url : picture.preview
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      className={classNames(
        'relative flex shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunk',
        picture.state === 'failed' ? 'border border-coral text-coral' : 'text-ink-faint',
        className,
      )}
    >
      {picture.state === 'ready' && picture.image.video ? (
        <video src={address} muted preload="metadata" className="size-full object-cover" />
      ) : kindOf(picture) === 'document' ? (
        <FileText size={22} strokeWidth={1.75} />
      ) : address && address !== broken ? (
        <img
          src={address}
          alt=""
          draggable={false}
          onError={() => setBroken(address)}
          className={classNames('size-full object-cover', picture.state !== 'ready' && 'opacity-50')}
        />
      ) : picture.state === 'sending' ? (
        // Few browsers can show a HEIC photo before the server has converted it.
        <ImagePlus size={22} strokeWidth={1.75} />
      ) : (
        <ImageOff size={22} strokeWidth={1.75} />
      )}
    </span>
  )
}
