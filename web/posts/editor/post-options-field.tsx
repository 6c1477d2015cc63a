import type { SocialAccount } from '#core/accounts/contract.ts'
import { lookOf } from '#core/platforms/looks.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'

const useFields = lazyModule(() => withMessages(['options'], () => import('./post-options.tsx')))

export interface PostOptionsFieldProps {
  platform: Platform
  options: PostOptions | null
  /** The account that would publish the post. Its default visibility is named. */
  account: SocialAccount | null
  isLocked?: boolean
  onChange: (options: PostOptions | null) => void
}

/** The choices that only the post's network has. Most networks have none. */
export function PostOptionsField(props: PostOptionsFieldProps) {
  const { options: names } = lookOf(props.platform)
  const fields = useFields(names !== undefined, () => {})
  return names && fields ? <fields.PostOptionsFields {...props} names={names} /> : null
}

/** The choices of a post, for readers who cannot change them. */
export function PostOptionsList({ options }: { options: PostOptions | undefined }) {
  const fields = useFields(options !== undefined, () => {})
  return options && fields ? <fields.PostOptionsList options={options} /> : null
}
