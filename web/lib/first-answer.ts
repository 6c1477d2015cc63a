import { queryClient, takeIn } from './queries.ts'

/** What the server put into the page, by address: whole answers, and the beginnings of long lists. */
type FirstAnswer = {
  answers: Record<string, unknown>
  beginnings: Record<string, unknown>
  tags: Record<string, string>
}

/** Takes over what the page's first answer holds, as if it had been asked for. */
export function takeFirstAnswer(): void {
  const element = document.getElementById('first-answer')
  if (!element) return
  const { answers, beginnings, tags } = JSON.parse(element.textContent) as FirstAnswer
  element.remove()
  for (const [address, answer] of Object.entries(answers))
    queryClient.setQueryData([address], takeIn(address, { answer, tag: tags[address] ?? null }))
  for (const [address, list] of Object.entries(beginnings)) queryClient.setQueryData(beginningKey(address), list)
}

/** The first of a list that is being read, to be shown in the meantime; forgotten with whomever it was read for. */
export function beginningOf<T>({ queryKey: [address] }: { queryKey: readonly unknown[] }): T | undefined {
  return queryClient.getQueryData<T>(beginningKey(String(address)))
}

const beginningKey = (address: string) => ['beginning', address]
