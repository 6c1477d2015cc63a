import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useHeightProperty } from '../lib/use-height-property.ts'
import { dismissInstall, install, snoozeInstall, type InstallOffer } from '../lib/install-offer.ts'
import { reading } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import mark from '../ui/frog/mark.svg'
import { IconButton } from '../ui/icon-button.tsx'
import { X } from '../ui/icons.ts'

/** Offers to install the app, but only after the user's first published post. */
export default function InstallCard({ offer }: { offer: InstallOffer }) {
  const published = useQuery(reading('GET /api/posts', { query: { status: 'published', limit: '1' } })).data
  return published?.length ? <Card offer={offer} /> : null
}

function Card({ offer }: { offer: InstallOffer }) {
  const t = useTranslations()
  const card = useRef<HTMLElement>(null)
  useHeightProperty(card, '--card')
  return (
    <section
      ref={card}
      aria-label={t('install.card.title')}
      className="rises fixed inset-x-4 bottom-[calc(var(--bottom-nav)+env(safe-area-inset-bottom)+16px)] z-40 flex items-start gap-3 rounded-card border border-line bg-surface py-4 ps-4 pe-2 shadow-float sm:start-auto sm:end-4 sm:w-[380px] lg:end-6 lg:bottom-6 low:static low:m-4 low:w-auto"
    >
      <img src={mark} alt="" width={44} height={34} draggable={false} className="mt-1 block select-none" />
      <div className="min-w-0 flex-1">
        <h2 className="text-14 font-strong">{t('install.card.title')}</h2>
        <p className="mt-0.5 text-14 text-ink-soft">
          {t(offer.by === 'hand' ? 'install.card.byHand' : 'install.card.text')}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {offer.by === 'browser' && (
            <Button size="sm" onClick={() => void install(offer).catch(() => {})}>
              {t('install.card.install')}
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={snoozeInstall}>
            {t('install.card.later')}
          </Button>
        </div>
      </div>
      <IconButton label={t('app.close')} className="-mt-2.5" onClick={dismissInstall}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </section>
  )
}
