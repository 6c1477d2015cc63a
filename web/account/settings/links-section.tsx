import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { LinkNames } from '#core/posts/link-parameters.ts'
import type { LinkSettings } from '#core/posts/links-contract.ts'
import { call } from '../../lib/api.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { TextField } from '../../ui/field.tsx'
import { LedgerRow, LedgerSection } from '../../ui/ledger.tsx'
import { NotLoaded } from '../../ui/load-failed.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { PlatformChoice } from '../../ui/platform-choice.tsx'

type Networks = LinkSettings['networks']

const FIELDS = ['source', 'medium', 'campaign'] as const
const SETTINGS = reading('GET /api/link-parameters')

/** The UTM parameters that links in new texts get, for each network. */
export function LinksSection() {
  const t = useTranslations('settings')
  const query = useQuery(SETTINGS)
  const { saving, save } = useSaving()
  const networks = query.data?.networks
  const chosen = Object.keys(networks ?? {}) as Platform[]

  const change = (next: Networks) =>
    save(async () => {
      const before = query.data
      queryClient.setQueryData(SETTINGS.queryKey, { networks: next })
      try {
        await call('PUT /api/link-parameters', { body: { networks: next } })
      } catch (error) {
        queryClient.setQueryData(SETTINGS.queryKey, before)
        throw error
      }
    })

  return (
    <LedgerSection id="links" title={t('links.title')} text={t('links.text')} saving={saving}>
      <NotLoaded query={query} title={t('notLoaded')} skeleton="h-14" />
      {networks && (
        <>
          <LedgerRow title={t('links.networks')} controls="field">
            <PlatformChoice
              label={t('links.platforms')}
              look="badges"
              chosen={chosen}
              onChange={(platforms) =>
                change(
                  Object.fromEntries(platforms.map((platform) => [platform, networks[platform] ?? usual(platform)])),
                )
              }
            />
          </LedgerRow>
          {chosen.length > 0 && (
            <ul className="divide-y divide-line">
              {chosen.map((platform) => (
                <NetworkNames
                  key={platform}
                  platform={platform}
                  names={networks[platform] ?? usual(platform)}
                  onChange={(names) => change({ ...networks, [platform]: names })}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </LedgerSection>
  )
}

/** The default UTM values, which most analytics tools expect. */
const usual = (platform: Platform): LinkNames => ({ source: platform, medium: 'social', campaign: '' })

interface NetworkNamesProps {
  platform: Platform
  names: LinkNames
  onChange: (names: LinkNames) => void
}

function NetworkNames({ platform, names, onChange }: NetworkNamesProps) {
  const t = useTranslations('settings.links')
  const { name } = rulesOf(platform)
  // Keeps the typed parameter names in their fields, even if the server refuses one of them.
  const [typed, setTyped] = useState(names)
  return (
    <li className="py-3">
      <h3 className="mb-2 flex items-center gap-2 text-14 font-strong">
        <PlatformBadge platform={platform} size={20} />
        <bdi>{name}</bdi>
      </h3>
      <div className="grid gap-3 sm:grid-cols-3">
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={t(field)}
            aria-label={`${t(field)}: ${name}`}
            dir="auto"
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed[field]}
            onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
            onBlur={() => {
              const next = typed[field].trim()
              if (next !== names[field]) onChange({ ...names, [field]: next })
            }}
          />
        ))}
      </div>
    </li>
  )
}
