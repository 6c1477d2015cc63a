// Declares globals that browsers and Node share. `core` loads the types of neither.
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
