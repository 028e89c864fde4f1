// The demo's live chat, as its provider would have it: the page gives it a place, it puts its window there.
;(() => {
  const service = new URL(document.currentScript.src).origin
  const titles = { sk: 'Chat s podporou', en: 'Chat with support' }

  window.profilChat = {
    open: (place, { lang }) => {
      const frame = document.createElement('iframe')
      frame.src = `${service}/chat?lang=${lang}`
      frame.title = titles[lang]
      frame.setAttribute('frameborder', '0')
      frame.setAttribute('width', '100%')
      frame.setAttribute('height', '100%')
      place.replaceChildren(frame)
    },
  }
})()
