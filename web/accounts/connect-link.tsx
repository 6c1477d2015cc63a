import type { ComponentProps } from 'react'
import { connectsByForm, type Platform } from '#core/platforms/platform.ts'
import { connectPath } from './connect-path.ts'

/** Opens the connection form of a network. Some networks have such a form instead of a consent page. */
export type OnForm = (platform: Platform, username: string | null) => void

interface ConnectLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  platform: Platform
  username?: string | null
  onForm: OnForm
}

/** On the accounts page, a link to the network's consent page, or a button that opens the network's form. */
export function ConnectLink({ platform, username = null, onForm, children, ...rest }: ConnectLinkProps) {
  if (!connectsByForm(platform))
    return (
      <a href={connectPath(platform)} {...rest}>
        {children}
      </a>
    )
  const { className, 'aria-label': label } = rest
  return (
    <button type="button" className={className} aria-label={label} onClick={() => onForm(platform, username)}>
      {children}
    </button>
  )
}
