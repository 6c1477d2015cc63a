import { queryClient, rememberResponse } from './queries.ts'

/** What the server put into the page, by address. */
type InitialData = {
  answers: Record<string, unknown>
  tags: Record<string, string>
  mark?: string
}

let mark: string | undefined

/** Where the page's first answer is among all events; only once, since what is read later is later. */
export function takeEventCursor(): string | undefined {
  const taken = mark
  mark = undefined
  return taken
}

/** Takes over what the page's first answer holds, as if it had been asked for. */
export function loadInitialData(): void {
  const element = document.getElementById('first-answer')
  if (!element) return
  const { answers, tags, ...rest } = JSON.parse(element.textContent) as InitialData
  mark = rest.mark
  element.remove()
  for (const [address, answer] of Object.entries(answers))
    queryClient.setQueryData([address], rememberResponse(address, { answer, tag: tags[address] ?? null }))
}
