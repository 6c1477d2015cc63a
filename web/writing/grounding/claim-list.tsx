import { Fragment, useId, useState, type ReactNode } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { removeSentence } from '#core/writing/grounding/remove-sentence.ts'
import type { Claim, Support } from '#core/writing/grounding/claims.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { Check, ChevronDown, Quote } from '../../ui/icons.ts'
import type { Source } from '../sources/source.ts'
import { Button } from '../../ui/button.tsx'
import { claimAt, claimMarks, findClaims, openClaims, sureClaims } from './find-claims.ts'

export { claimAt, claimMarks, findClaims, openClaims, removeSentence, sureClaims }

const INITIAL_COUNT = 6

export interface ClaimActs {
  kept: readonly string[]
  selected: Claim | null
  onSelect: (claim: Claim) => void
}

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
  /** Whether the draft was written from a source, from the author's facts, or from a topic. */
  source: Source['from'] | 'facts' | 'topic'
  /** The direction of the draft's text. A claim of digits alone has no direction. */
  direction: 'ltr' | 'rtl'
  onKeep: (claim: Claim) => void
  onRemoveSentence: (claim: Claim) => void
}) {
  const t = useTranslations('cards.claims')
  const locale = useLocale()
  const id = useId()
  const listId = useId()
  const hintId = useId()
  const [isListOpen, setIsListOpen] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const open = byWording(sureClaims(claims, kept))
  const unsupported = openClaims(claims, kept)
  const doubtful = byWording(unsupported.filter(({ isSure }) => !isSure))
  const rest = byWording(claims.filter((claim) => !unsupported.includes(claim)))
  const isSelected = (occurrences: readonly Claim[]) => selected !== null && occurrences.includes(selected)
  const shownOpen = open.find(isSelected) ?? open[0]
  const foundCount = rest.filter(([claim]) => claim?.found).length
  // Also shows the list when the user selects one of its claims in the text.
  const isListShown = isListOpen || rest.some(isSelected)
  if (claims.length === 0) return null
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
              {t(source === 'topic' ? 'noSource' : 'notFound', { text: isolate(claim.text) })}
            </button>
            {occurrences === shownOpen && (
              <>
                <p className="text-ink-soft">{t(`reasons.${source}`)}</p>
                <ClaimActions claim={claim} onKeep={onKeep} onRemoveSentence={onRemoveSentence} />
              </>
            )}
          </div>
        )
      })}
      {doubtful.length > 0 && (
        <div className="border-t border-line py-2.5 text-13">
          <p className="text-ink-soft">
            {t('doubtful', { count: doubtful.length })}{' '}
            {doubtful.map((occurrences, n) => {
              const claim = occurrences.find((place) => place === selected) ?? occurrences[0]!
              return (
                <Fragment key={claim.start}>
                  {n > 0 && (locale === 'ar' ? '، ' : ', ')}
                  <button
                    type="button"
                    aria-pressed={isSelected(occurrences)}
                    aria-describedby={hintId}
                    onClick={() => onSelect(claim)}
                    className="font-strong text-ink underline decoration-lily-ink decoration-dashed underline-offset-4 break-words max-lg:py-1.5"
                  >
                    <bdi>{claim.text}</bdi>
                  </button>
                </Fragment>
              )
            })}
          </p>
          <span id={hintId} className="sr-only">
            {t('doubtfulHint')}
          </span>
          {doubtful.filter(isSelected).map(() => (
            <ClaimActions key={selected!.start} claim={selected!} onKeep={onKeep} onRemoveSentence={onRemoveSentence} />
          ))}
        </div>
      )}
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
                origin={found ? t(`origins.${found.in === 'source' ? source : found.in}`) : t('kept')}
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

type ClaimActionsProps = Record<'onKeep' | 'onRemoveSentence', (claim: Claim) => void> & { claim: Claim }

function ClaimActions({ claim, onKeep, onRemoveSentence }: ClaimActionsProps) {
  const t = useTranslations('cards.claims')
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onKeep(claim)}>
        {t('keep')}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => onRemoveSentence(claim)}>
        {t('takeOut')}
      </Button>
    </p>
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
  const t = useTranslations('cards.claims')
  const locale = useLocale()
  const id = useId()
  const format = useFormatter()
  const { text, found } = occurrences[0]!
  const computed = found ? figuresOf(found) : []
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
        <div id={id} className="mb-2 border-s-[3px] border-pond ps-2.5 break-words text-ink-soft">
          {computed.length > 0 && (
            <p>{t('computedFrom', { figures: new Intl.ListFormat(locale).format(computed.map(isolate)) })}</p>
          )}
          <blockquote dir={textDirection(found.sentence)}>
            {highlighted(found.sentence, found.computedFrom ?? [found])}
          </blockquote>
        </div>
      )}
    </li>
  )
}

/** The figures from which a claim was computed, without duplicates. */
const figuresOf = ({ sentence, computedFrom = [] }: Support): string[] => [
  ...new Set(computedFrom.map(({ start, end }) => sentence.slice(Math.max(0, start), end).trim())),
]

function highlighted(sentence: string, places: readonly { start: number; end: number }[]): ReactNode[] {
  let from = 0
  const parts = places
    .filter(({ start, end }) => start >= 0 && end <= sentence.length)
    .toSorted((one, other) => one.start - other.start)
    .flatMap(({ start, end }) => {
      const before = sentence.slice(from, start)
      from = end
      return [
        before,
        <strong key={start} className="font-strong text-ink">
          {sentence.slice(start, end)}
        </strong>,
      ]
    })
  return [...parts, sentence.slice(from)]
}
