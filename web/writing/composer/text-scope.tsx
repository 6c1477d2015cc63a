import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { isolate } from '../../lib/isolate.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { Alert } from '../../ui/dialog.tsx'
import { ChevronDown } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { ComposerAction } from './composer-state.ts'
import type { Card } from './draft.ts'
import { replacedBySharing, shareableWith } from './shared-text.ts'

const SCOPES = ['same', 'different'] as const

interface TextScopeProps {
  card: Card
  cards: readonly Card[]
  isLocked: boolean
  dispatch: (action: ComposerAction) => void
}

/** Shows whether the visible network uses the shared text or a separate text. */
export function TextScope({ card, cards, isLocked, dispatch }: TextScopeProps) {
  const t = useTranslations('cards.scope')
  const namesOf = useNetworkNames()
  const [isAsking, setIsAsking] = useState(false)
  if (shareableWith(cards, card).length === 0) return null
  const value = card.isShared ? 'same' : 'different'
  const replaced = replacedBySharing(cards, card)
  const name = isolate(rulesOf(card.platform).name)

  function change(next: (typeof SCOPES)[number]) {
    if (next === value || isLocked) return
    if (next === 'different') dispatch({ type: 'text-separated', cardId: card.id })
    else if (replaced.length > 0) setIsAsking(true)
    else dispatch({ type: 'text-shared', cardId: card.id })
  }

  return (
    <>
      <div className="shrink-0 max-lg:hidden [&_label]:min-h-6.5 [&_label]:flex-auto [&_label]:px-2.5 [&_label]:whitespace-nowrap">
        <Segmented
          label={t('label', { platform: name })}
          isLabelHidden
          value={value}
          options={SCOPES.map((scope) => ({ value: scope, label: t(scope) }))}
          onChange={change}
        />
      </div>
      <label className="relative flex shrink-0 items-center text-14 text-ink-soft lg:hidden">
        <span className="sr-only">{t('label', { platform: name })}</span>
        <select
          value={value}
          disabled={isLocked}
          onChange={({ target }) => change(target.value as typeof value)}
          className="min-h-11 appearance-none rounded-control bg-transparent ps-2 pe-7"
        >
          {SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {t(`short.${scope}`)}
            </option>
          ))}
        </select>
        <ChevronDown size={16} strokeWidth={1.75} className="pointer-events-none absolute end-1.5" />
      </label>
      {isAsking && (
        <Alert
          title={t('ask', { platforms: namesOf(replaced.map(({ platform }) => platform)) })}
          description={t('askText', { count: replaced.length })}
          confirmLabel={t('use')}
          onConfirm={() => {
            setIsAsking(false)
            dispatch({ type: 'text-shared', cardId: card.id })
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
