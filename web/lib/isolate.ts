/** A name or a text of its own direction, made safe to stand inside a sentence of either direction. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
