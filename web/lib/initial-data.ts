import { queryClient, rememberResponse } from './queries.ts'

type InitialData = {
  answers: Record<string, unknown>
  tags: Record<string, string>
  mark?: string
}

let eventCursor: string | undefined

/** The event position at which the server made the page. Returned only once, because later data is newer. */
export function takeEventCursor(): string | undefined {
  const cursor = eventCursor
  eventCursor = undefined
  return cursor
}

/** Stores the server responses that are embedded in the page as if the page had fetched them. */
export function loadInitialData(): void {
  const element = document.getElementById('first-answer')
  if (!element) {
    // The page reads its data itself. An unknown mark reloads what changes before the stream opens.
    eventCursor = ''
    return
  }
  const { answers, tags, ...rest } = JSON.parse(element.textContent) as InitialData
  eventCursor = rest.mark
  element.remove()
  for (const [address, answer] of Object.entries(answers))
    queryClient.setQueryData([address], rememberResponse(address, { answer, tag: tags[address] ?? null }))
}
