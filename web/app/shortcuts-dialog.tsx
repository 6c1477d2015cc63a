import { useTranslations } from 'use-intl'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { isApple } from '../lib/is-apple.ts'
import { setHelpShortcut, useHelpShortcut } from '../lib/help-shortcut.ts'
import { mayAs } from '../lib/role.ts'
import { Dialog } from '../ui/dialog.tsx'

const GROUPS = {
  create: {
    generate: ['Ctrl', 'Enter'],
    post: ['Ctrl', 'Enter'],
    schedule: ['Ctrl', 'Shift', 'Enter'],
    network: ['Ctrl', `1 … ${PLATFORMS.length}`],
    move: ['Alt', '↑ ↓'],
  },
  everywhere: { palette: ['Ctrl', 'K'], notice: ['F8'], close: ['Esc'], list: ['?'] },
} as const

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('keys')
  const hasListKey = useHelpShortcut()
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {(mayAs('writer') ? (['create', 'everywhere'] as const) : (['everywhere'] as const)).map((group) => (
        <section key={group} className="not-first:mt-5">
          <h3 className="text-14 font-strong">{t(`groups.${group}`)}</h3>
          <dl className="mt-1.5">
            {Object.entries(GROUPS[group]).map(([shortcut, keys]) => (
              <div
                key={shortcut}
                className="flex min-h-10 items-center justify-between gap-4 border-t border-line py-1.5 text-14"
              >
                <dt className="text-ink-soft">{t(`acts.${shortcut as Shortcut}`)}</dt>
                <dd dir="ltr" className="flex shrink-0 items-center gap-1">
                  {keys.map((key: string) => (
                    <kbd
                      key={key}
                      className="inline-flex min-h-7 min-w-7 items-center justify-center rounded-control border border-line-strong px-2 font-ui text-13"
                    >
                      {key === 'Ctrl' && isApple() ? '⌘' : key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5 border-t border-line py-1.5 text-14">
        <input
          type="checkbox"
          checked={hasListKey}
          onChange={(event) => setHelpShortcut(event.target.checked)}
          className="size-4.5"
        />
        {t('listKey')}
      </label>
    </Dialog>
  )
}

type Shortcut = { [Group in keyof typeof GROUPS]: keyof (typeof GROUPS)[Group] }[keyof typeof GROUPS]
