// Runs before the first paint, so that the page does not flash in another theme or direction. The build inlines it.
// Later, lib/theme.ts and lib/language.ts take over.
;(function () {
  var root = document.documentElement

  // The server usually sets the language. A page from a static folder detects it here by the server's rules.
  if (!root.lang) {
    var kept = document.cookie.match(/(?:^|; )language=(en|ar)(?:;|$)/)
    var wanted = (navigator.languages || []).map((one) => one.slice(0, 2).toLowerCase())
    root.lang = kept ? kept[1] : wanted.find((one) => one === 'en' || one === 'ar') || 'en'
    root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
  }

  // Sites on the same host share the storage, and a site's workspaces share the theme (lib/base-path.ts).
  var base = (root.dataset.base || '').replace(/\/w\/[\da-f-]{36}$/, '')
  var theme
  try {
    theme = localStorage.getItem(base ? base + ' theme' : 'theme')
  } catch {
    // Storage may be blocked. The theme then follows the system.
  }
  var isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  if (isDark) document.querySelector('meta[name="theme-color"]').content = '#0D1411'

  // If this browser has stored texts for the page, hide its first lines (server/pages/opening.ts).
  try {
    ;(root.dataset.replacedBy || '').split(' ').forEach(function (name) {
      var kept = name && localStorage.getItem((root.dataset.base ? root.dataset.base + ' ' : '') + name)
      if (kept && !kept.includes('"isAtRest":true')) root.dataset.isReplaced = ''
    })
  } catch {
    // Without storage, there are no stored texts.
  }

  // Lets the browser paint a prerendered page before it fetches the scripts. A background tab does not paint, so a
  // timer starts them too.
  addEventListener('DOMContentLoaded', function () {
    var scripts = document.getElementById('scripts')
    if (!scripts) return
    function start() {
      document.head.append(scripts.content)
    }
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    setTimeout(start, 1000)
  })

  // Holds the last form or press of a user before the app is ready, and then repeats it.
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
