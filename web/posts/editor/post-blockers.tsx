import type { ReactNode } from 'react'
import { countFor } from '#core/platforms/text-count.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import type { Blocker } from './find-blockers.ts'
import { BlockerList } from './blocker-list.tsx'

const useShortening = lazyModule(() => import('./shorten-draft.tsx'))

interface PostBlockersProps {
  id?: string
  blockers: readonly Blocker[]
  content: string
  textWith: (content: string) => string
  onShorten: (content: string) => void
  children?: ReactNode
}

export function PostBlockers({ id, blockers, content, textWith, onShorten, children }: PostBlockersProps) {
  const tooLong = blockers.flatMap(({ platform, issue }) =>
    issue.kind === 'too-long' ? [{ platform, limit: issue.limit }] : [],
  )
  // If the code that shortens texts fails to load, show no error. The user can still shorten the text by hand.
  const shortening = useShortening(tooLong.length > 0, () => {})
  return (
    <>
      <div id={id} aria-live="polite" className="mb-2 empty:hidden">
        <BlockerList blockers={blockers} />
        {children}
      </div>
      {shortening && (
        <shortening.ShortenDraft
          content={content}
          isTooLong={tooLong.length > 0}
          fits={(shorter) => tooLong.every(({ platform, limit }) => countFor(platform, textWith(shorter)) <= limit)}
          onChange={onShorten}
        />
      )}
    </>
  )
}
