import { queryClient, rememberResponse } from './queries.ts'

type InitialData = {
  answers: Record<string, unknown>
  tags: Record<string, string>
  mark?: string
}

let eventCursor: string | undefined

/**
 * Returns the position in the event stream at which the server rendered the page. Returns it only once, because the
 * page's data is newer afterwards.
 */
export function takeEventCursor(): string | undefined {
  const cursor = eventCursor
  eventCursor = undefined
  return cursor
}

/** Stores the server responses that are embedded in the page as if the page had fetched them. */
export function loadInitialData(): void {
  const element = document.getElementById('first-answer')
  if (!element) {
    // The page has no embedded data and fetches it. An empty cursor makes it refetch data that changes before the
    // stream opens.
    eventCursor = ''
    return
  }
  const { answers, tags, ...rest } = JSON.parse(element.textContent) as InitialData
  eventCursor = rest.mark
  element.remove()
  for (const [address, answer] of Object.entries(answers))
    queryClient.setQueryData([address], rememberResponse(address, { answer, tag: tags[address] ?? null }))
}
