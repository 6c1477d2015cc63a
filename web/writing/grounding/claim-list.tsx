import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { removeSentence } from '#core/writing/grounding/remove-sentence.ts'
import { claimsIn, type Claim } from '#core/writing/grounding/claims.ts'
import { evidenceOf, type Evidence } from '#core/writing/grounding/evidence.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { Check, ChevronDown, Quote } from '../../ui/icons.ts'
import type { TextMark } from '../editor/text-marks.ts'
import type { Source } from '../sources/source.ts'
import { Button } from '../../ui/button.tsx'

export { removeSentence }

const INITIAL_COUNT = 6

/** Caches parsed sources, because parsing is slow and all drafts share a source. */
const evidenceCache = new WeakMap<Written, Evidence>()

export interface Written {
  source: Source | null
  topic: string
  facts?: string
  /** The author's wishes for the draft. Like the topic, they are the author's own words. */
  wish?: string
}

export function findClaims(content: string, written: Written): Claim[] {
  let evidence = evidenceCache.get(written)
  if (!evidence) {
    const { source, topic, facts, wish } = written
    const own = [topic, wish].filter(Boolean).join('\n')
    evidence = evidenceOf({ source: source && { title: source.title, text: source.content }, topic: own, facts })
    evidenceCache.set(written, evidence)
  }
  return claimsIn(content, evidence)
}

export interface ClaimActs {
  kept: readonly string[]
  selected: Claim | null
  onSelect: (claim: Claim) => void
}

const isOpen = (claim: Claim, kept: readonly string[]): boolean => claim.found === null && !kept.includes(claim.text)

export const openClaims = (claims: readonly Claim[], kept: readonly string[]): Claim[] =>
  claims.filter((claim) => isOpen(claim, kept))

/** Returns the marks of claims in the text. A selected claim has a second mark, which colours its background. */
export function claimMarks(claims: readonly Claim[], kept: readonly string[], selected: Claim | null): TextMark[] {
  return claims.flatMap((claim): TextMark[] => {
    const { start, end } = claim
    const kind = claim.found ? 'found' : isOpen(claim, kept) ? 'open' : 'kept'
    const mark: TextMark = { start, end, kind }
    return claim === selected && kind !== 'open' ? [mark, { start, end, kind: 'chosen' }] : [mark]
  })
}

export const claimAt = (claims: readonly Claim[], offset: number): Claim | undefined =>
  claims.find(({ start, end }) => start <= offset && offset <= end)

const byWording = (claims: readonly Claim[]): Claim[][] => [...Map.groupBy(claims, ({ text }) => text).values()]

export function ClaimList({
  claims,
  source,
  direction,
  kept,
  selected,
  onSelect,
  onKeep,
  onRemoveSentence,
}: ClaimActs & {
  claims: readonly Claim[]
  source: Source['from'] | null
  /** The direction of the draft's text. A claim of digits alone has no direction. */
  direction: 'ltr' | 'rtl'
  onKeep: (claim: Claim) => void
  onRemoveSentence: (claim: Claim) => void
}) {
  const t = useTranslations('cards.claims')
  const id = useId()
  const listId = useId()
  const [isListOpen, setIsListOpen] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const open = byWording(openClaims(claims, kept))
  const rest = byWording(claims.filter((claim) => !isOpen(claim, kept)))
  const isSelected = (occurrences: readonly Claim[]) => selected !== null && occurrences.includes(selected)
  const shownOpen = open.find(isSelected) ?? open[0]
  const foundCount = rest.filter(([claim]) => claim?.found).length
  // Opens the list when the user points at a claim in the text that is in the list.
  const isListShown = isListOpen || rest.some(isSelected)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="sr-only">
        {t('title')}
      </h3>
      {open.map((occurrences) => {
        const claim = occurrences.find((place) => place === selected) ?? occurrences[0]!
        return (
          <div key={claim.start} className="border-t-2 border-lily py-2.5 text-13">
            <button
              type="button"
              onClick={() => onSelect(claim)}
              className="text-start text-14 font-strong break-words"
            >
              {t('notFound', { text: isolate(claim.text) })}
            </button>
            {occurrences === shownOpen && (
              <>
                <p className="text-ink-soft">{t(`reasons.${source ?? 'facts'}`)}</p>
                <p className="mt-2 flex flex-wrap gap-2">
                  <Button size="sm" onClick={() => onKeep(claim)}>
                    {t('keep')}
                  </Button>
                  <Button size="sm" variant="quiet" onClick={() => onRemoveSentence(claim)}>
                    {t('takeOut')}
                  </Button>
                </p>
              </>
            )}
          </div>
        )
      })}
      {rest.length > 0 && (
        <button
          type="button"
          aria-expanded={isListShown}
          aria-controls={listId}
          onClick={() => setIsListOpen(!isListShown)}
          className="flex min-h-11 w-full items-center gap-2 border-t border-line text-start"
        >
          {foundCount > 0 && <Check size={17} strokeWidth={1.75} className="shrink-0 text-pond" />}
          <span className="min-w-0 flex-1">{foundCount > 0 ? t('found', { count: foundCount }) : t('title')}</span>
          <ChevronDown size={17} strokeWidth={1.75} className={classNames('shrink-0', isListShown && 'rotate-180')} />
        </button>
      )}
      <div id={listId} hidden={!isListShown}>
        <ul>
          {rest.map((occurrences, at) => {
            if (!isWhole && at >= INITIAL_COUNT && !isSelected(occurrences)) return null
            const { start, found } = occurrences[0]!
            return (
              <FoundClaim
                key={start}
                occurrences={occurrences}
                direction={direction}
                origin={found ? t(`origins.${found.in === 'source' ? (source ?? 'topic') : found.in}`) : t('kept')}
                isSelected={isSelected(occurrences)}
                onSelect={() => onSelect(occurrences[0]!)}
              />
            )
          })}
        </ul>
        {rest.length > INITIAL_COUNT && (
          <Button variant="quiet" size="sm" className="-ms-3 text-pond" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('fewer') : t('all', { count: rest.length })}
          </Button>
        )}
      </div>
    </section>
  )
}

interface FoundClaimProps {
  occurrences: readonly Claim[]
  direction: 'ltr' | 'rtl'
  origin: string
  isSelected: boolean
  onSelect: () => void
}

function FoundClaim({ occurrences, direction, origin, isSelected, onSelect }: FoundClaimProps) {
  const id = useId()
  const format = useFormatter()
  const { text, found } = occurrences[0]!
  return (
    <li className="border-t border-line text-13">
      <button
        type="button"
        aria-expanded={found ? isSelected : undefined}
        aria-controls={found ? id : undefined}
        onClick={onSelect}
        className="flex min-h-11 w-full items-center gap-2 text-start lg:min-h-8"
      >
        <Quote size={14} strokeWidth={1.75} className="shrink-0 text-pond" />
        <span className={classNames('min-w-0 flex-1 truncate', isSelected && 'font-strong')}>
          <bdi dir={/\p{L}/u.test(text) ? 'auto' : direction}>{text}</bdi>
        </span>
        {occurrences.length > 1 && <span className="shrink-0 text-ink-soft">×{format.number(occurrences.length)}</span>}
        <span className="shrink-0 text-ink-soft">{origin}</span>
      </button>
      {found && isSelected && (
        <blockquote
          id={id}
          dir={textDirection(found.sentence)}
          className="mb-2 border-s-[3px] border-pond ps-2.5 break-words text-ink-soft"
        >
          {found.sentence.slice(0, found.start)}
          <strong className="font-strong text-ink">{found.sentence.slice(found.start, found.end)}</strong>
          {found.sentence.slice(found.end)}
        </blockquote>
      )}
    </li>
  )
}
