// Declares globals that both browsers and Node have, because `core` loads the types of neither.
declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string, base?: string): boolean
  readonly hostname: string
  readonly pathname: string
  readonly protocol: string
  readonly href: string
}
declare class URLSearchParams {
  readonly size: number
  set(name: string, value: string): void
  toString(): string
}
