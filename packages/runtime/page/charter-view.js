import { copyButton, h } from './dom.js'
import { highlightYaml } from './highlight.js'

/** The document, each line that has one with the words it rests on. */
export const charterView = (data) => {
  const lines = data.charter.text.replace(/\n$/, '').split('\n')
  const origins = originsOf(lines, data.provenance)
  return h(
    'section',
    {},
    h(
      'div',
      { class: 'row' },
      h('h1', {}, 'The charter'),
      h('span', { class: 'quiet small' }, data.charter.file),
      copyButton(data.charter.text),
    ),
    Object.keys(data.provenance).length > 0
      ? h(
          'p',
          { class: 'lead' },
          'A line marked blue rests on words that were said; one marked amber was assumed. Hover it for the words.',
        )
      : null,
    h(
      'div',
      { class: 'sheet', tabindex: '0', role: 'region', 'aria-label': 'The charter document' },
      h(
        'div',
        { class: 'lines' },
        lines.flatMap((line, at) => lineOf(line, at, origins.get(at))),
      ),
    ),
  )
}

const lineOf = (line, at, origin) => [
  h('span', { class: 'number', 'aria-hidden': 'true' }, String(at + 1)),
  h(
    'span',
    {
      class: origin ? (origin.quoted ? 'said' : 'guess') : '',
      title: origin ? (origin.quoted ? `“${origin.quoted}”` : `Assumed: ${origin.assumed}`) : null,
    },
    highlightYaml(line),
    origin?.assumed ? h('span', { class: 'origin' }, origin.assumed) : null,
    line === '' ? ' ' : null,
  ),
]

/** Which line says `Patient.ssn`: the last name at its indentation, below `entities:`. */
const originsOf = (lines, provenance) => {
  const found = new Map()
  let entity = ''
  let isInEntities = false
  for (const [at, line] of lines.entries()) {
    const [, indent = '', name = ''] = /^(\s*)([\w$-]+):/.exec(line) ?? []
    if (name === '') continue
    if (indent.length === 0) isInEntities = name === 'entities'
    if (isInEntities && indent.length === 2) entity = name
    const path = isInEntities ? (indent.length === 2 ? name : `${entity}.${name}`) : name
    if (indent.length !== 4 && provenance[path] && ![...found.values()].includes(provenance[path]))
      found.set(at, provenance[path])
  }
  return found
}
