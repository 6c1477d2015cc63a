import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { reading } from '../../lib/queries.ts'
import type { Card } from './draft.ts'
import { OutcomeRow } from './outcome-row.tsx'
import { useOutcomeRow } from './use-outcome-row.tsx'

export type OutcomeActs = { onCancel: (platform: Platform) => void; onRetry: (platform: Platform) => void }

export function OutcomeRows({ card, ...acts }: { card: Card } & OutcomeActs) {
  const platforms = PLATFORMS.filter((platform) => card.deliveries[platform])
  const list = useRef<HTMLUListElement>(null)
  const isShown = platforms.length > 0
  useEffect(() => {
    const { current } = list
    if (!isShown || !current) return
    // The results grow below the button that the user pressed. If their start is visible, scrolls to their end.
    const growing = new ResizeObserver(() => {
      const { top } = current.getBoundingClientRect()
      if (top > 0 && top < innerHeight) current.scrollIntoView({ block: 'nearest' })
    })
    growing.observe(current)
    return () => growing.disconnect()
  }, [isShown])
  if (!isShown) return null
  return (
    <ul ref={list} className="scroll-mt-32 scroll-mb-24">
      {platforms.map((platform) => (
        <Row key={platform} card={card} platform={platform} {...acts} />
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
  return look && <OutcomeRow {...look} onCancel={() => onCancel(platform)} onRetry={() => onRetry(platform)} />
}
