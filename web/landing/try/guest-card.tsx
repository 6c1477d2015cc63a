import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import type { GuestDraft, GuestDrafts } from '../../lib/guest-drafts.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { Counter } from '../../posts/editor/counter.tsx'
import { PostFrame } from '../../posts/post-frame.tsx'
import { PreviewText } from '../../posts/preview-text.tsx'
import { Frog } from '../../ui/frog.tsx'
import { Check } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { Written } from '../../writing/grounding/find-claims.ts'
import { checkedMaterial, loadGrounding } from '../../writing/grounding/doubts.ts'
import { useOutline } from '../../writing/outline/use-outline.ts'

const useGrounding = lazyModule(loadGrounding)
const useEditor = lazyModule(() => import('./guest-editor.tsx'))
const NO_MARKS: readonly never[] = []

interface GuestCardProps extends Pick<GuestDrafts, 'topic' | 'source'> {
  item: GuestDraft
  /** Identifies the draft whose undo history the text field uses. */
  draftKey: string
  hasFrog: boolean
  /** Whether only another card asks for the blanks of the outline. */
  isFilledThere: boolean
  onChange: (change: Partial<GuestDraft>) => void
  /** Receives the text after an answer in the outline. */
  onAnswer: (content: string) => void
}

/** Shows a visitor's draft as its network will, with marks on links and claims. */
export function GuestCard({
  item,
  draftKey,
  topic,
  source,
  hasFrog,
  isFilledThere,
  onChange,
  onAnswer,
}: GuestCardProps) {
  const t = useTranslations('try')
  const { platform, content, hashtags, keptClaims: kept } = item
  const isByModel = item.source !== 'offline'
  const name = isolate(rulesOf(platform).name)
  const type = (text: string) => onChange({ content: text, isEdited: true })
  const outlining = useOutline(content, onAnswer)
  const hasPlaces = findPlaceholders(content).length > 0
  const hidesPlaces = hasPlaces && isFilledThere
  const text = { platform, content, hashtags }

  const [selected, onSelect] = useState<Claim | null>(null)
  const from = source && (source.url === null ? 'document' : 'url')
  const writtenFrom = useMemo(
    (): Written | null =>
      source
        ? { source: { ...source, from: from ?? 'url' }, topic }
        : checkedMaterial({ source, topic, ...(isByModel && { isByModel }) }),
    [source, from, topic, isByModel],
  )
  const grounding = useGrounding(writtenFrom !== null, () => {})
  const checked = useDeferredValue(content)
  const claims = useMemo(
    () => (grounding && writtenFrom ? grounding.findClaims(checked, writtenFrom) : []),
    [grounding, writtenFrom, checked],
  )
  const open = grounding?.openClaims(claims, kept) ?? []

  const editor = useEditor(!hasPlaces, () => {})
  const marks = useMemo(
    () => grounding?.claimMarks(claims, kept, selected) ?? NO_MARKS,
    [grounding, claims, kept, selected],
  )

  return (
    <article aria-label={t('draft', { platform: name })} className="relative min-w-0">
      <div className="mb-2.5 flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2.5 text-14 font-strong">
          <PlatformBadge platform={platform} size={24} />
          {rulesOf(platform).name}
        </h2>
        <div className="text-end">
          <Counter platform={platform} text={publishedText(text)} />
        </div>
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
        {outlining ? (
          <outlining.outline.OutlineBody
            parts={hidesPlaces ? outlining.parts.filter((part) => !outlining.outline.isEmpty(part)) : outlining.parts}
            places={item.outline}
            hashtags={hashtags}
            onChange={outlining.change}
          />
        ) : editor ? (
          <editor.GuestEditor
            {...text}
            draftKey={draftKey}
            text={content}
            claimMarks={marks}
            markedText={checked}
            onChange={type}
            onCaret={(offset) => {
              const claim = grounding?.claimAt(claims, offset)
              if (claim) onSelect(claim)
            }}
          />
        ) : (
          <PreviewText {...text} />
        )}
      </PostFrame>
      {outlining && hidesPlaces && <outlining.outline.SharedOutlineNote />}
      {grounding && open.length > 0 && (
        <div className="mt-2">
          <grounding.ClaimList
            claims={open}
            source={from ?? 'topic'}
            direction={textDirection(content)}
            kept={kept}
            selected={selected}
            onSelect={onSelect}
            onKeep={(claim) => onChange({ keptClaims: [...kept, claim.text] })}
            onRemoveSentence={(claim) => type(grounding.removeSentence(content, claim))}
          />
        </div>
      )}
      {source && claims.length > 0 && open.length === 0 && (
        <p className="mt-2 flex items-center gap-2 border-t border-line pt-3 text-14">
          <Check size={17} strokeWidth={2} className="shrink-0 text-pond" />
          {t('allFound')}
        </p>
      )}
    </article>
  )
}
