/** The properties of a network that only the server uses. Each network's values are in `<network>/server-rules.ts`. */
export type ServerRules = {
  /**
   * The pictures that the network accepts according to its documentation. Where sources disagree, the smaller limit
   * counts.
   */
  pictures: {
    /** The maximum size of each file type. A network without a limit for PNG refuses PNG. */
    maxBytes: { 'image/jpeg': number; 'image/png'?: number }
    /** The maximum number of pixels. Unlimited if absent. */
    maxPixels?: number
    maxWidth?: number
    /** Limits of a picture's width divided by its height. */
    ratio?: { least: number; most: number }
  }
  metrics: {
    /** The environment variable that turns metrics on. `METRICS=off` always turns them off. */
    switch: 'METRICS' | 'X_METRICS'
    /** The ages in ms of a post at which Frogy reads its metrics, ascending. */
    readAt: readonly number[]
    /**
     * Maximum number of reads per UTC day, per account and for all accounts. At most half goes to old posts. Each is
     * below half of the network's limit, because publishing needs the rest.
     */
    readsPerDay: { ofAccount: number; ofAll: number }
  }
  writing: {
    /** Usual length of a post in characters, within the network's limit. */
    length: readonly [from: number, to: number]
    shape: string
    /** Whether an educational post ends with a question. A post of the type "engagement" always does. */
    asksWhenEducational: boolean
    /** Whether a casual post may contain an emoji. */
    takesEmoji: boolean
    /** The usual number of hashtags in words, as the prompt for the model states it, and the maximum number. */
    hashtags: string
    mostHashtags: number
    /** Explains how links work on the network, and forbids the model to invent a link. */
    links: string
    /** The length in UTF-16 units and the number of hashtags of drafts that Frogy writes without an AI model. */
    offline: { length: readonly [from: number, to: number]; hashtags: number }
  }
}
