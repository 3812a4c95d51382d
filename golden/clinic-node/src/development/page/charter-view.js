import { copyButton, h, prose } from './dom.js'
import { highlightYaml } from './highlight.js'
import { sureText } from './origin.js'
import { readState } from './state.js'

/** The document; beside a line, the words it rests on, what was assumed, and what is still to be answered. */
export const charterView = (data) => {
  const lines = data.charter.text.replace(/\n$/, '').split('\n')
  const paths = pathsOf(lines)
  const wanted = Number(readState().params.get('line'))
  const notes = lines.map((_, at) => notesOf(data, paths.get(at)))
  const hasNotes = notes.some((each) => each.length > 0)
  const sheet = h(
    'div',
    { class: 'sheet', tabindex: '0', role: 'region', 'aria-label': 'The charter document' },
    h(
      'table',
      { class: `lines${hasNotes ? ' noted' : ''}` },
      h(
        'tbody',
        {},
        lines.map((line, at) => lineOf(line, at + 1, notes[at], wanted, hasNotes)),
      ),
    ),
  )
  queueMicrotask(() => sheet.querySelector('.wanted')?.scrollIntoView({ block: 'center' }))
  return h(
    'section',
    {},
    h(
      'div',
      {},
      h(
        'div',
        { class: 'row' },
        h('h1', {}, 'The charter'),
        h('span', { class: 'quiet small' }, data.charter.file),
        h('span', { class: 'gap' }),
        copyButton(data.charter.text, 'Copy charter'),
      ),
      h(
        'p',
        { class: 'lead' },
        hasNotes
          ? 'The one document everything here follows from. Beside a line stands what it rests on: words that were said, or what was assumed for want of them.'
          : 'The one document everything here follows from. Change it, and the service changes with it.',
      ),
    ),
    sheet,
  )
}

const lineOf = (line, number, notes, wanted, hasNotes) =>
  h(
    'tr',
    { class: number === wanted ? 'wanted' : null, id: `line-${number}` },
    h('td', { class: 'number', 'aria-hidden': 'true' }, String(number)),
    h('td', { class: `source${notes[0] ? ` ${notes[0].kind}` : ''}` }, line === '' ? ' ' : highlightYaml(line)),
    hasNotes ? h('td', { class: 'beside' }, notes.map(noteOf)) : null,
  )

const signs = { said: 'Said', guess: 'Assumed', question: 'Open', contradiction: 'Contradiction' }

/** One line until it is pointed at or focused, so that lines of the document stay together. */
const noteOf = ({ kind, text, sure }) =>
  h(
    'div',
    { class: `note ${kind}`, tabindex: '0' },
    h('span', { class: 'tag' }, signs[kind]),
    h('span', { class: 'words' }, kind === 'said' ? `“${text}”` : prose(text), sure ? ` · ${sure}` : null),
  )

const notesOf = ({ provenance, questions }, path) => {
  if (path === undefined) return []
  const { quoted, assumed, confidence } = provenance[path] ?? {}
  const asked = questions.filter(({ about, kind }) => about === path && kind !== 'assumed')
  return [
    ...asked.map(({ kind, sentence }) => ({ kind, text: sentence })),
    ...(quoted ? [{ kind: 'said', text: quoted, sure: sureText(confidence) }] : []),
    ...(assumed ? [{ kind: 'guess', text: assumed, sure: sureText(confidence) }] : []),
  ]
}

/** Line index → path: `Patient` for an entity, `Patient.ssn` for its fields, relations and checks, else the name itself. */
const pathsOf = (lines) => {
  const found = new Map()
  const taken = new Set()
  const above = []
  for (const [at, line] of lines.entries()) {
    const [, indent = '', name] = /^(\s*)([\w$-]+):/.exec(line) ?? []
    if (name === undefined) continue
    while (above.length > 0 && above.at(-1).indent >= indent.length) above.pop()
    above.push({ indent: indent.length, name })
    const [section, first, , inner] = above.map((each) => each.name)
    const path =
      section === 'entities'
        ? above.length === 2
          ? first
          : above.length === 4
            ? `${first}.${inner}`
            : undefined
        : above.length === 2 && section === 'operations'
          ? first
          : above.length === 1
            ? name
            : `${section}.${name}`
    if (path === undefined || taken.has(path)) continue
    taken.add(path)
    found.set(at, path)
  }
  return found
}
