export type ContentType = 'educational' | 'promotional' | 'personal' | 'engagement'
export type Tone = 'professional' | 'casual' | 'inspirational' | 'authoritative'

/**
 * The sentences of the offline writer. `{topic}` is where the person's own words go. None holds a figure, a name or a
 * claim about the world that could be false: what is known about the topic is what the person and the source say.
 */
export type Templates = {
  /** Begins with a word of its own language, so that a topic in the other one does not turn the post's direction. */
  hooks: Record<Tone, readonly string[]>
  framings: Record<ContentType, readonly string[]>
  pointsIntro: Record<ContentType, string>
  points: Record<ContentType, readonly string[]>
  stances: Record<Tone, readonly string[]>
  closings: Record<ContentType, readonly string[]>
  factsIntro: string
  sourceIntro: Record<ContentType, string>
  /** `{title}` comes with its quotation marks. */
  titledSourceIntro: string
  /** Instead of `{topic}` (or what `topicNoun` and it make together) where no word was given. */
  noTopic: string
  topicNoun: string
  /** The marks around somebody's words, and those for words that hold such marks themselves. */
  quotes: readonly [open: string, close: string]
  otherQuotes: readonly [open: string, close: string]
}
