import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { publishedText, textDirection } from '#core/posts/published-text.ts'
import type { GuestDraft, GuestDrafts } from '../../lib/guest-drafts.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { Counter } from '../../posts/editor/counter.tsx'
import { DraftField } from '../../posts/editor/draft-field.tsx'
import { PostFrame } from '../../posts/post-frame.tsx'
import { PreviewText } from '../../posts/preview-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { Check, PenLine } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { Written } from '../../writing/grounding/claim-list.tsx'
import { loadGrounding } from '../../writing/grounding/doubts.ts'
import { useOutline } from '../../writing/outline/use-outline.ts'

const useGrounding = lazyModule(loadGrounding)

interface GuestCardProps extends Pick<GuestDrafts, 'topic' | 'source'> {
  item: GuestDraft
  hasFrog: boolean
  onChange: (change: Partial<GuestDraft>) => void
}

/** Shows a visitor's draft as its network will, with marks on links and claims. A press on the text starts editing. */
export function GuestCard({ item, topic, source, hasFrog, onChange }: GuestCardProps) {
  const t = useTranslations('try')
  const [isEditing, setIsEditing] = useState(false)
  const { platform, content, hashtags, keptClaims: kept } = item
  const name = isolate(rulesOf(platform).name)
  const type = (text: string) => onChange({ content: text, isEdited: true })
  const outlining = useOutline(content, type)
  const hasPlaces = findPlaceholders(content).length > 0
  const text = { platform, content, hashtags }

  const [selected, onSelect] = useState<Claim | null>(null)
  const from = source && (source.url === null ? 'document' : 'url')
  const writtenFrom = useMemo(
    (): Written | null => source && { source: { ...source, from: from ?? 'url' }, topic },
    [source, from, topic],
  )
  const grounding = useGrounding(writtenFrom !== null, () => {})
  const checked = useDeferredValue(content)
  const claims = useMemo(
    () => (grounding && writtenFrom ? grounding.findClaims(checked, writtenFrom) : []),
    [grounding, writtenFrom, checked],
  )
  const open = grounding?.openClaims(claims, kept) ?? []

  const card = useRef<HTMLElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { current } = card
    if (!isEditing || !current) return
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!current.contains(relatedTarget as Node | null)) setIsEditing(false)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      editButton.current?.focus()
      setIsEditing(false)
    }
    current.addEventListener('focusout', leave)
    current.addEventListener('keydown', escape)
    return () => {
      current.removeEventListener('focusout', leave)
      current.removeEventListener('keydown', escape)
    }
  }, [isEditing])

  return (
    <article ref={card} aria-label={t('draft', { platform: name })} className="relative min-w-0">
      <div className="mb-2.5 flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2.5 text-14 font-strong">
          <PlatformBadge platform={platform} size={24} />
          {rulesOf(platform).name}
        </h2>
        <Counter platform={platform} text={publishedText(text)} />
      </div>
      {hasFrog && (
        <Frog
          expression="happy"
          size="lg"
          className="pointer-events-none absolute -top-[54px] end-60 z-1 max-lg:hidden"
        />
      )}
      <PostFrame
        platform={platform}
        direction={textDirection(content)}
        author={{ name: t('name'), handle: null, imageUrl: null }}
      >
        {isEditing ? (
          <DraftField {...text} videos={[]} label={t('text', { platform: name })} onType={type} />
        ) : outlining ? (
          <outlining.outline.OutlineBody
            parts={outlining.parts}
            places={item.outline}
            hashtags={hashtags}
            onChange={outlining.change}
          />
        ) : (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button below does the same by keyboard
          <div
            className="cursor-text"
            onClick={({ target }) =>
              target instanceof Element && !target.closest('[role="button"]') && setIsEditing(true)
            }
          >
            <PreviewText {...text} />
          </div>
        )}
      </PostFrame>
      {!hasPlaces && (
        <Button
          ref={editButton}
          variant="quiet"
          size="sm"
          className="mt-1"
          // Keeps the focus in the text. If the text lost the focus, editing would end before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsEditing(!isEditing)}
        >
          <PenLine size={16} strokeWidth={1.75} />
          {t(isEditing ? 'done' : 'edit')}
        </Button>
      )}
      {grounding && open.length > 0 && (
        <div className="mt-2">
          <grounding.ClaimList
            claims={open}
            source={from}
            direction={textDirection(content)}
            kept={kept}
            selected={selected}
            onSelect={onSelect}
            onKeep={(claim) => onChange({ keptClaims: [...kept, claim.text] })}
            onRemoveSentence={(claim) => type(grounding.removeSentence(content, claim))}
          />
        </div>
      )}
      {claims.length > 0 && open.length === 0 && (
        <p className="mt-2 flex items-center gap-2 border-t border-line pt-3 text-14">
          <Check size={17} strokeWidth={2} className="shrink-0 text-pond" />
          {t('allFound')}
        </p>
      )}
    </article>
  )
}
