import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { User } from '#core/people/auth-contract.ts'
import { call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { queryClient, userQuery } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { IMAGE_ACCEPT } from '../../writing/media/image-files.ts'
import { ownName } from '../../posts/author.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { LedgerRow } from '../../ui/ledger.tsx'

/** Upload timeout in ms, long enough for the largest picture on a slow connection. */
const UPLOAD_MS = 300_000

export function PictureRow({ user }: { user: User }) {
  const t = useTranslations('profile.you')
  const toastError = useErrorToast()
  const showUser = (title: string) => (changed: User) => {
    queryClient.setQueryData(userQuery.queryKey, changed)
    toast({ title })
  }
  const onError = (error: unknown) => toastError(t('pictureFailed'), error)
  const changing = useMutation({
    mutationFn: (file: File) =>
      upload('POST /api/profile/picture', { picture: [file] }, { signal: AbortSignal.timeout(UPLOAD_MS) }),
    onSuccess: showUser(t('pictureSaved')),
    onError,
  })
  const removing = useMutation({
    mutationFn: () => call('DELETE /api/profile/picture'),
    onSuccess: showUser(t('pictureRemoved')),
    onError,
  })
  return (
    <LedgerRow title={t('picture')}>
      <Avatar name={ownName(user)} imageUrl={user.profileImageUrl} size={44} className="me-2" />
      <FileButton
        label={t('picture')}
        accept={IMAGE_ACCEPT}
        isPending={changing.isPending}
        onFile={(file) => changing.mutate(file)}
      >
        {t('changePicture')}
      </FileButton>
      {user.profileImageUrl && (
        <Button variant="quiet" size="sm" isPending={removing.isPending} onClick={() => removing.mutate()}>
          {t('removePicture')}
        </Button>
      )}
    </LedgerRow>
  )
}
