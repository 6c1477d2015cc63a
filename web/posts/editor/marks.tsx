import type { ReactNode } from 'react'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { later } from '../../lib/later.ts'
import type { Stop } from './stops-of.ts'
import { Stops } from './stops.tsx'

const useShortening = later(() => import('./shorten-draft.tsx'))

/** What stops a post, and the help against what is too long. */
export function Marks({
  id,
  stops,
  content,
  textWith,
  onShorten,
  children,
}: {
  /** For the field that they belong to. */
  id?: string
  stops: readonly Stop[]
  content: string
  /** The text as it is sent, with another content. */
  textWith: (content: string) => string
  onShorten: (content: string) => void
  /** What else is to be known, and stops nothing. */
  children?: ReactNode
}) {
  const tooLong = stops.flatMap(({ platform, issue }): Platform[] => (issue.kind === 'too-long' ? [platform] : []))
  // Where it cannot be fetched, the text is shortened by hand.
  const shortening = useShortening(tooLong.length > 0, () => {})
  return (
    <>
      <div id={id} aria-live="polite" className="mb-2 empty:hidden">
        <Stops stops={stops} />
        {children}
      </div>
      {shortening && (
        <shortening.ShortenDraft
          content={content}
          isTooLong={tooLong.length > 0}
          fits={(shorter) =>
            tooLong.every((platform) => countFor(platform, textWith(shorter)) <= rulesOf(platform).textLimit)
          }
          onChange={onShorten}
        />
      )}
    </>
  )
}
