// Runs before the first paint, so that the page never flashes in the wrong theme or direction. Its own small file,
// because the content security policy allows no inline script. lib/theme.ts and lib/language.ts carry on from here.
;(function () {
  var root = document.documentElement
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  var language = stored('language')
  if (language !== 'en' && language !== 'ar') {
    language = 'en'
    for (var wanted of navigator.languages || []) {
      var primary = wanted.slice(0, 2).toLowerCase()
      if (primary === 'en' || primary === 'ar') {
        language = primary
        break
      }
    }
  }
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'

  var theme = stored('theme')
  var isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  if (isDark) document.querySelector('meta[name="theme-color"]').content = '#0D1411'

  var faces = document.querySelector('meta[name="faces"]')
  if (faces) {
    var preload = document.createElement('link')
    preload.rel = 'preload'
    preload.as = 'font'
    preload.type = 'font/woff2'
    preload.crossOrigin = ''
    preload.href = faces.content.split(' ')[language === 'ar' ? 1 : 0]
    document.head.append(preload)
  }
})()
