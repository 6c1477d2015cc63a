/** The properties of a network that only the server uses. Each network's values are in `<network>/server-rules.ts`. */
export type ServerRules = {
  /** The pictures that the network accepts, by its documentation. Where sources disagree, the smaller limit counts. */
  pictures: {
    /** A PNG without a limit is refused. */
    maxBytes: { 'image/jpeg': number; 'image/png'?: number }
    /** Unlimited if absent. */
    maxPixels?: number
    maxWidth?: number
    /** Limits of width divided by height. */
    ratio?: { least: number; most: number }
  }
  metrics: {
    /** The environment variable that allows reading, if it is `on`. `METRICS=off` always wins. */
    switch: 'METRICS' | 'X_METRICS'
    /** The ages in ms of a post at which Frogy reads its metrics, ascending. */
    readAt: readonly number[]
    /**
     * Daily budgets (UTC) of reads per account and for all accounts; at most half goes to old posts. Each stays below
     * half of the network's limit, because publishing uses the same limit. See docs/operating.md.
     */
    readsPerDay: { ofAccount: number; ofAll: number }
  }
  writing: {
    /** Usual length of a post in characters, within the network's limit. */
    length: readonly [from: number, to: number]
    shape: string
    /** Whether an educational post ends with a question. A post for engagement always does. */
    asksWhenEducational: boolean
    /** Whether a casual post may have an emoji. */
    takesEmoji: boolean
    /** The number of hashtags that the prompt asks for, in words and as a limit. */
    hashtags: string
    mostHashtags: number
    /** How links work on the network. Forbids the model to invent a link. */
    links: string
    /** Drafts without a model: their length in UTF-16 units and their hashtags. */
    offline: { length: readonly [from: number, to: number]; hashtags: number }
  }
}
