import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { FormTitle } from './form-parts.tsx'

interface LinkFrameProps extends ComponentProps<typeof Notice> {
  isGuest: boolean
}

/** The page of a mailed link. Guests see it in the frame of the sign-in pages, signed-in users in the app's layout. */
export function LinkFrame({ isGuest, ...notice }: LinkFrameProps) {
  if (!isGuest) return <Notice {...notice} />
  const { action, ...title } = notice
  return (
    <AuthFrame>
      <FormTitle {...title} />
      <Button variant="primary" size="lg" isPending={action.isPending} onClick={action.run}>
        {action.label}
      </Button>
    </AuthFrame>
  )
}

/** The email address of a link, on its own line. */
export function LinkAddress({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 text-16 font-strong wrap-anywhere">
      <bdi dir="ltr">{children}</bdi>
    </p>
  )
}
