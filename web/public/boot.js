// Runs before the first paint, so that the page never flashes in the wrong theme or direction. A built page holds it.
// lib/theme.ts and lib/language.ts carry on from here.
;(function () {
  var root = document.documentElement

  // The server writes the language into what it sends; a page that comes from a folder finds it here by the same rules.
  if (!root.lang) {
    var kept = document.cookie.match(/(?:^|; )language=(en|ar)(?:;|$)/)
    var wanted = (navigator.languages || []).map((one) => one.slice(0, 2).toLowerCase())
    root.lang = kept ? kept[1] : wanted.find((one) => one === 'en' || one === 'ar') || 'en'
    root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
  }

  var theme
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage may be forbidden.
  }
  var isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  if (isDark) document.querySelector('meta[name="theme-color"]').content = '#0D1411'

  // A page that came drawn is painted before its scripts are fetched. In a tab that nobody looks at nothing is painted.
  addEventListener('DOMContentLoaded', function () {
    var scripts = document.getElementById('scripts')
    if (!scripts) return
    function start() {
      document.head.append(scripts.content)
    }
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    setTimeout(start, 1000)
  })

  // A form can be seen, filled and sent, and a button pressed, before the app is there: the last of these is held, and
  // done as soon as it can be.
  var held = null
  function hold(event) {
    var target = event.type === 'submit' ? event.target : event.target.closest('button[type=button]')
    if (!target) return
    event.preventDefault()
    held = target
  }
  addEventListener('submit', hold)
  addEventListener('click', hold)
  window.onAwake = function () {
    removeEventListener('submit', hold)
    removeEventListener('click', hold)
    if (held && held.isConnected) held[held.tagName === 'FORM' ? 'requestSubmit' : 'click']()
    held = null
  }
})()
