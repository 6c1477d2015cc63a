import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { isPage, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { hasStatus, call } from '../lib/api.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { stepsToKeep, type Step } from './account-state.ts'

const FEW = 4

type ChooseAccountsProps = { platform: Platform; accounts: readonly SocialAccount[]; onClose: () => void }

/** Asks which of several newly connected accounts to keep. If the user closes the dialog, all accounts stay. */
export function ChooseAccounts({ platform, accounts, onClose }: ChooseAccountsProps) {
  const t = useTranslations('accounts')
  const app = useTranslations('app')
  const toastError = useErrorToast()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const kept = accounts.filter(({ id }) => !leftOut.has(id))
  const names = { platform: isolate(rulesOf(platform).name) }

  const save = useMutation({
    mutationFn: async () => {
      for (const step of stepsToKeep(accounts, leftOut)) await runStep(step)
    },
    onSuccess: async () => {
      const title = kept.length > 0 ? t('connected', names) : t('choose.saved')
      toast({ title, description: t('choose.kept', { count: kept.length }) })
      onClose()
      await invalidate('/api/social-accounts')
    },
    onError: async (error) => {
      toastError(t('changeFailed'), error)
      await invalidate('/api/social-accounts')
    },
  })
  const keepAll = () => {
    if (save.isPending) return
    toast({ title: t('connected', names), description: t('connectedText', names) })
    onClose()
  }
  const toggle = (id: string) => setLeftOut((before) => before.symmetricDifference(new Set([id])))

  return (
    <Dialog title={t('choose.title')} description={t('choose.text', names)} onClose={keepAll}>
      {accounts.length > FEW && (
        <Button
          variant="quiet"
          size="sm"
          className="-ms-3 -mt-2 mb-1 self-start text-pond!"
          disabled={save.isPending}
          onClick={() => setLeftOut(new Set(kept.length > 0 ? accounts.map(({ id }) => id) : []))}
        >
          {kept.length > 0 ? t('choose.none') : t('choose.all')}
        </Button>
      )}
      <ul
        aria-label={t('choose.accounts')}
        className="-mx-2 min-h-14 overflow-y-auto overscroll-contain px-2 [&>li]:border-b [&>li]:border-line [&>li:first-child]:border-t"
      >
        {accounts.map((account, at) => (
          <Choice
            key={account.id}
            account={account}
            isFirst={at === 0}
            isKept={!leftOut.has(account.id)}
            isDisabled={save.isPending}
            onToggle={() => toggle(account.id)}
          />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2 max-md:[&>*]:flex-auto md:justify-end">
        <Button disabled={save.isPending} onClick={keepAll}>
          {app('cancel')}
        </Button>
        <Button variant="primary" isPending={save.isPending} onClick={() => save.mutate()}>
          {t('choose.save', { count: kept.length })}
        </Button>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  account: SocialAccount
  isFirst: boolean
  isKept: boolean
  isDisabled: boolean
  onToggle: () => void
}

function Choice({ account, isFirst, isKept, isDisabled, onToggle }: ChoiceProps) {
  const t = useTranslations('accounts')
  const name = account.displayName || `@${account.username}`
  return (
    <li>
      <label className="flex min-h-14 cursor-pointer items-center gap-3 py-2">
        <Avatar name={name} size={36} />
        <span className="min-w-0 flex-1">
          <span className="block text-14 font-strong break-words">
            <bdi>{name}</bdi>{' '}
            {isPage(account.platform, account.scopes) && (
              <span className="text-13 font-normal text-ink-soft">{t('page')}</span>
            )}
          </span>
          {account.displayName !== '' && account.username !== null && (
            <span className="block text-13 break-words text-ink-soft">
              <bdi>@{account.username}</bdi>
            </span>
          )}
        </span>
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog starts at its first choice
          autoFocus={isFirst}
          checked={isKept}
          disabled={isDisabled}
          onChange={onToggle}
          className="size-5 shrink-0 cursor-pointer"
        />
      </label>
    </li>
  )
}

async function runStep(step: Step): Promise<void> {
  const params = { id: step.id }
  try {
    if (step.do === 'make-default') {
      await call('PATCH /api/social-accounts/{id}', { params, body: { isDefault: true } })
    } else await call('DELETE /api/social-accounts/{id}', { params, query: { unchosen: 'true' } })
  } catch (error) {
    // Ignore status 404: another tab or an earlier attempt has already disconnected the account.
    if (step.do === 'disconnect' && hasStatus(error, 404)) return
    throw error
  }
}
