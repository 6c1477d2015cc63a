import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Copy, Download } from '../../ui/icons.ts'
import { useConfirmLeave } from '../../ui/use-confirm-leave.tsx'
import { copyText } from '../../ui/copy-text.ts'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations('security.codes')
  const [isKept, setIsKept] = useState(false)
  const { leave, question } = useConfirmLeave(isKept, onClose, {
    title: t('leaveTitle'),
    text: t('leaveText'),
    leave: t('leave'),
  })
  const text = `${codes.join('\n')}\n`

  async function copy() {
    if (await copyText(text, { title: t('copied') }, t('notCopied'))) setIsKept(true)
  }

  function save() {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), { href: address, download: 'frogy-recovery-codes.txt' })
    link.click()
    URL.revokeObjectURL(address)
    setIsKept(true)
  }

  return (
    <Dialog title={t('title')} description={t('text')} onClose={leave}>
      <ol dir="ltr" className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-sunk p-4 font-mono text-14">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="my-4 flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy size={18} strokeWidth={1.75} />
          {t('copy')}
        </Button>
        <Button onClick={save}>
          <Download size={18} strokeWidth={1.75} />
          {t('save')}
        </Button>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={leave}>
          {t('done')}
        </Button>
      </DialogActions>
      {question}
    </Dialog>
  )
}
