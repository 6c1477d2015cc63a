import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { laterDialog } from '../lib/later-dialog.tsx'
import { reading } from '../lib/queries.ts'

const VoiceDialog = laterDialog(() => import('./voice-dialog.tsx'))

/** What is known of how the person writes, and the way to say more. Only a model makes use of it. */
export function VoiceLine({ hasModel }: { hasModel: boolean }) {
  const t = useTranslations('voice')
  const [isOpen, setIsOpen] = useState(false)
  const { data: voice } = useQuery(reading('GET /api/voice'))
  if (!voice) return null
  const rules = voice.dos.length + voice.donts.length
  const known = [
    voice.samples.length > 0 && t('samples', { count: voice.samples.length }),
    voice.usesPublished && t('published'),
    rules > 0 && t('rules', { count: rules }),
  ].filter((one) => one !== false)
  if (!hasModel && known.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex min-h-11 w-full items-center gap-2 -mb-3 border-t border-line pt-2 text-start text-14 hover:text-pond lg:min-h-10"
      >
        <span className="shrink-0 text-ink-soft">{t('title')}</span>
        <span className="min-w-0 flex-1 truncate text-end">{known.length > 0 ? known.join(' · ') : t('add')}</span>
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 rtl:-scale-x-100" />
      </button>
      {isOpen && <VoiceDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
