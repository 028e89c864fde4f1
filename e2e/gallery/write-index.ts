import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from './folder.ts'

/** Writes the index page of all pictures: by screen, with a filter by words and by look. */
export default function writeIndex(): void {
  mkdirSync(folder, { recursive: true })
  const screens = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => ({ name, files: readdirSync(join(folder, name)).sort() }))
  const looks = new Set(screens.flatMap(({ files }) => files.map(lookOf)))
  const file = join(folder, 'index.html')
  writeFileSync(file, pageHtml(screens, [...looks].sort()))
  process.stdout.write(`\nThe pictures: ${file}\n`)
}

/** `state--look.png` */
const lookOf = (file: string): string => /--(.+)\.\w+$/.exec(file)?.[1] ?? ''

function figureHtml(screen: string, file: string): string {
  const address = `${screen}/${file}`
  const name = file.replace(/\.\w+$/, '')
  const shown = file.endsWith('.pdf')
    ? `<object data="${address}" type="application/pdf"></object>`
    : `<img src="${address}" alt="" loading="lazy">`
  return `<figure data-name="${screen} ${name}" data-look="${lookOf(file)}"><a href="${address}">${shown}</a><figcaption>${name.replace('--', ' · ')}</figcaption></figure>`
}

const sectionHtml = ({ name, files }: { name: string; files: string[] }): string =>
  `<section id="${name}"><h2>${name}</h2><div>${files.map(file => figureHtml(name, file)).join('\n')}</div></section>`

const pageHtml = (screens: { name: string; files: string[] }[], looks: string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Profil: screens and states</title>
<style>
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
body { margin: 0 24px 48px }
header { position: sticky; top: 0; padding: 12px 0; background: Canvas; z-index: 1 }
header a, header label { margin-right: 12px; white-space: nowrap }
section > div { display: flex; flex-wrap: wrap; gap: 24px; align-items: start }
figure { margin: 0 }
img { display: block; max-height: 640px; max-width: 100%; border: 1px solid #8886 }
object { width: 420px; height: 600px }
figcaption { max-width: 300px }
</style>
<header>
<p>${screens.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')}</p>
<p><label>Words <input id="words" type="search"></label>
${looks.map(look => `<label><input type="checkbox" value="${look}"> ${look}</label>`).join('\n')}</p>
</header>
${screens.map(sectionHtml).join('\n')}
<script>
const words = document.getElementById('words')
const boxes = [...document.querySelectorAll('[type=checkbox]')]
const narrow = () => {
  const wanted = boxes.filter(box => box.checked).map(box => box.value)
  for (const figure of document.querySelectorAll('figure')) {
    const { name, look } = figure.dataset
    figure.hidden = !words.value.split(' ').every(word => name.includes(word)) || (wanted.length > 0 && !wanted.includes(look))
  }
}
addEventListener('input', narrow)
</script>
</html>
`
