// The script API of reCAPTCHA v2, as much of it as a page needs; the widget is a frame of this service.
;(() => {
  const source = new URL(document.currentScript.src)
  const service = source.origin
  const widgets = []
  const texts = { sk: 'Kontrola proti robotom', en: 'Check against robots' }
  const language = source.searchParams.get('hl') === 'en' ? 'en' : 'sk'

  const draw = widget => {
    const frame = document.createElement('iframe')
    const query = new URLSearchParams({
      k: widget.parameters.sitekey,
      hl: language,
      hostname: location.hostname,
    })
    frame.src = `${service}/anchor?${query}`
    frame.title = texts[language]
    frame.width = '304'
    frame.height = '78'
    frame.setAttribute('frameborder', '0')
    widget.response = ''
    widget.frame = frame
    widget.container.replaceChildren(frame)
  }

  const widgetOf = id => {
    const widget = widgets[id ?? 0]
    if (!widget) throw new Error('reCAPTCHA client element has been removed')
    return widget
  }

  addEventListener('message', event => {
    const widget = widgets.find(({ frame }) => frame.contentWindow === event.source)
    if (event.origin !== service || !widget) return
    const { parameters } = widget
    if (event.data.answer) {
      widget.response = event.data.answer
      parameters.callback?.(event.data.answer)
    } else if (event.data.expired) {
      widget.response = ''
      parameters['expired-callback']?.()
    } else {
      parameters['error-callback']?.()
    }
  })

  window.grecaptcha = {
    ready: done => done(),
    render: (container, parameters) => {
      const element = typeof container === 'string' ? document.getElementById(container) : container
      const widget = { container: element, parameters }
      draw(widget)
      return widgets.push(widget) - 1
    },
    reset: id => draw(widgetOf(id)),
    getResponse: id => widgetOf(id).response,
    execute: id => widgetOf(id).frame.focus(),
  }
  const onload = source.searchParams.get('onload')
  if (onload) window[onload]?.()
})()
