/** Runs in the page: puts new posts on top, exchanges changed ones, takes deleted ones away, and tells the time. */
export const LIVE_SCRIPT = `
'use strict'
const feed = document.getElementById('feed')
const frog = document.getElementById('frog')
const live = document.getElementById('live')
const offset = Number(feed.dataset.now) - Date.now()
// On a narrow screen the networks' row scrolls: the one that is shown is in view.
document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const relative = new Intl.RelativeTimeFormat(feed.dataset.language, { numeric: 'auto', style: 'short' })
const absolute = new Intl.DateTimeFormat(feed.dataset.language, { dateStyle: 'medium', timeStyle: 'short' })
document.documentElement.classList.add('js')

function tellTimes() {
  for (const time of document.querySelectorAll('time')) {
    const date = new Date(time.dateTime)
    const seconds = Math.round((date - Date.now() - offset) / 1000)
    const age = Math.abs(seconds)
    time.title = absolute.format(date)
    time.textContent =
      age < 60 ? relative.format(0, 'second')
      : age < 3600 ? relative.format(Math.round(seconds / 60), 'minute')
      : age < 86400 ? relative.format(Math.round(seconds / 3600), 'hour')
      : age < 604800 ? relative.format(Math.round(seconds / 86400), 'day')
      : absolute.format(date)
  }
}

function hop() {
  if (!frog) return
  const image = frog.firstElementChild
  image.src = '/pictures/frog/jumping.svg'
  frog.classList.toggle('hop', !calm.matches)
  clearTimeout(hop.timer)
  hop.timer = setTimeout(() => {
    image.src = '/pictures/frog/happy.svg'
    frog.classList.remove('hop')
  }, 600)
}

function showWhetherEmpty() {
  const isEmpty = !feed.querySelector('.post')
  document.getElementById('empty').hidden = !isEmpty
  if (frog) frog.hidden = isEmpty
}

function isNewest(fresh) {
  const first = feed.querySelector('.post')
  return !first || Number(fresh.dataset.arrival) > Number(first.dataset.arrival)
}

function take({ id, html, totals }) {
  for (const total of document.querySelectorAll('[data-total]')) total.textContent = totals[total.dataset.total] || 0
  const old = document.getElementById(id)
  if (html === null) {
    if (old) old.remove()
  } else {
    const holder = document.createElement('template')
    holder.innerHTML = html
    const fresh = holder.content.firstElementChild
    if (old) {
      const hadFocus = old.contains(document.activeElement)
      old.replaceWith(fresh)
      if (hadFocus) fresh.querySelector('.like')?.focus()
    } else if (feed.dataset.newest && isNewest(fresh)) {
      fresh.classList.add('fresh')
      feed.prepend(fresh)
      while (feed.childElementCount > 200) feed.lastElementChild.remove()
      hop()
    }
  }
  showWhetherEmpty()
  tellTimes()
}

feed.addEventListener('click', (event) => {
  const fold = event.target.closest('.fold')
  if (!fold) return
  const isOpen = fold.getAttribute('aria-expanded') === 'true'
  const label = fold.textContent
  fold.textContent = fold.dataset.less
  fold.dataset.less = label
  fold.setAttribute('aria-expanded', String(!isOpen))
  fold.previousElementSibling.firstElementChild.classList.toggle('open', !isOpen)
})

feed.addEventListener('click', async (event) => {
  const like = event.target.closest('.like')
  if (!like) return
  like.classList.add('liked')
  const { platform, post: id, likes } = like.dataset
  const body = JSON.stringify({ platform, id, likes: Number(likes) + 1 })
  await fetch('/_sim/engage', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
})

const query = new URLSearchParams({ platform: feed.dataset.platform, language: feed.dataset.language })
const events = new EventSource('/_sim/events?' + query)
let wasLost = false
events.addEventListener('open', () => {
  // Whatever happened meanwhile is on a fresh page, and only there.
  if (wasLost) location.reload()
  live.textContent = live.dataset.live
  live.classList.remove('lost')
})
events.addEventListener('error', () => {
  wasLost = true
  live.textContent = live.dataset.waiting
  live.classList.add('lost')
})
events.addEventListener('card', (event) => take(JSON.parse(event.data)))
events.addEventListener('reset', () => location.reload())
addEventListener('pagehide', () => events.close())
addEventListener('pageshow', (event) => event.persisted && location.reload())
setInterval(() => document.hidden || tellTimes(), 20000)
tellTimes()
`
