import { lookOf } from '#core/platforms/looks.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import type { ChangedOptionsProps, PostOptionsFieldProps } from './post-options.tsx'

const useFields = lazyModule(() => withMessages(['options'], () => import('./post-options.tsx')))

/** The fields for options that only the post's network has, such as its visibility. Most networks have none. */
export function PostOptionsField(props: PostOptionsFieldProps) {
  const { options: names } = lookOf(props.platform)
  const fields = useFields(names !== undefined, () => {})
  return names && fields ? <fields.PostOptionsFields {...props} names={names} /> : null
}

/** Lists the options of a post for readers who cannot change them. */
export function PostOptionsList({ options }: { options: PostOptions | undefined }) {
  const fields = useFields(options !== undefined, () => {})
  return options && fields ? <fields.PostOptionsList options={options} /> : null
}

/** Says that each part of a thread has the content warning. */
export function ThreadWarningNote() {
  const fields = useFields(true, () => {})
  return fields ? <fields.ThreadWarningNote /> : null
}

/** Shows an approver how the options of a post have changed. */
export function ChangedOptions(props: ChangedOptionsProps) {
  const fields = useFields(true, () => {})
  return fields ? <fields.ChangedOptions {...props} /> : null
}
