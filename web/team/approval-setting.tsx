import { useTranslations } from 'use-intl'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { APPROVAL_MODES } from '#core/workspaces/approval-rule.ts'
import type { Team } from '#core/workspaces/contract.ts'
import { Select } from '../ui/select.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

/** Sets which members need approval for their posts, and on which networks. */
export function ApprovalSetting({ team: { id, approval } }: { team: Pick<Team, 'id' | 'approval'> }) {
  const t = useTranslations('team')
  const saving = useWorkspaceChange(id)
  const shown = (saving.isPending && saving.variables.approval) || approval
  const save = (change: Partial<Team['approval']>) => saving.mutate({ approval: { ...shown, ...change } })
  const toggle = (platform: Platform, isOn: boolean) => {
    const platforms = PLATFORMS.filter((one) => (one === platform ? isOn : shown.platforms.includes(one)))
    save({ platforms })
  }
  return (
    <section aria-labelledby="approval" className="mt-6 max-w-100">
      <h2 id="approval" className="mb-3 text-16 font-strong">
        {t('approval.title')}
      </h2>
      <Select
        label={t('approval.of')}
        value={shown.of}
        options={APPROVAL_MODES.map((value) => ({ value, label: t(`approval.${value}`) }))}
        onChange={(of) => save({ of })}
      />
      {shown.of !== 'none' && (
        <fieldset className="mt-3">
          <legend className="text-14 font-strong">
            {t('approval.platforms')}
            {shown.platforms.length === 0 && (
              <span className="font-text text-ink-soft">: {t('approval.allPlatforms')}</span>
            )}
          </legend>
          <div className="mt-1 flex flex-wrap gap-x-4">
            {PLATFORMS.map((platform) => (
              <label key={platform} className="flex min-h-11 items-center gap-2 text-14 lg:min-h-9">
                <input
                  type="checkbox"
                  checked={shown.platforms.includes(platform)}
                  onChange={({ target }) => toggle(platform, target.checked)}
                />
                {rulesOf(platform).name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </section>
  )
}
