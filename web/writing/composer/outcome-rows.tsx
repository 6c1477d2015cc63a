import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { reading } from '../../lib/queries.ts'
import type { Card } from './draft.ts'
import { OutcomeRow } from './outcome-row.tsx'
import { useOutcomeRow } from './use-outcome-row.tsx'

interface OutcomeActs {
  onCancel: (card: Card, platform: Platform) => void
  onRetry: (card: Card, platform: Platform) => void
}

/** Shows the results of posting all drafts, one row per network, including networks whose tab is not selected. */
export function OutcomeRows({ cards, ...acts }: { cards: readonly Card[] } & OutcomeActs) {
  const t = useTranslations('cards.outcome')
  const rows = cards.flatMap((card) =>
    PLATFORMS.filter((platform) => card.deliveries[platform]).map((platform) => ({ card, platform })),
  )
  const list = useRef<HTMLUListElement>(null)
  const isShown = rows.length > 0
  useEffect(() => {
    const { current } = list
    if (!isShown || !current) return
    // The rows grow below the text. If their top is visible, scroll to their bottom.
    const growing = new ResizeObserver(() => {
      const { top } = current.getBoundingClientRect()
      if (top > 0 && top < innerHeight) current.scrollIntoView({ block: 'nearest' })
    })
    growing.observe(current)
    return () => growing.disconnect()
  }, [isShown])
  if (!isShown) return null
  return (
    <ul ref={list} aria-label={t('title')} className="mt-3 scroll-mt-32 scroll-mb-24 lg:max-w-126">
      {rows.map(({ card, platform }) => (
        <Row key={`${card.id} ${platform}`} card={card} platform={platform} {...acts} />
      ))}
    </ul>
  )
}

function Row({ card, platform, onCancel, onRetry }: { card: Card; platform: Platform } & OutcomeActs) {
  const delivery = card.deliveries[platform]
  const id = (delivery?.state !== 'sending' && delivery?.postId) || ''
  const { data: post } = useQuery({ ...reading('GET /api/posts/{id}', { params: { id } }), enabled: id !== '' })
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const look = useOutcomeRow(platform, delivery, post, accounts)
  return (
    look && <OutcomeRow {...look} onCancel={() => onCancel(card, platform)} onRetry={() => onRetry(card, platform)} />
  )
}
