import { queryClient, takeIn } from './queries.ts'

/** What the server put into the page, by address. */
type FirstAnswer = {
  answers: Record<string, unknown>
  tags: Record<string, string>
}

/** Takes over what the page's first answer holds, as if it had been asked for. */
export function takeFirstAnswer(): void {
  const element = document.getElementById('first-answer')
  if (!element) return
  const { answers, tags } = JSON.parse(element.textContent) as FirstAnswer
  element.remove()
  for (const [address, answer] of Object.entries(answers))
    queryClient.setQueryData([address], takeIn(address, { answer, tag: tags[address] ?? null }))
}
