import { copyButton, h } from './dom.js'
import { highlightJson, pretty } from './highlight.js'
import { linkTo } from './state.js'

/** Sends a request and gives what came back as elements: status, why, body, headers. */
export const answerParts = async (operation, request, seen) => {
  const started = performance.now()
  try {
    const answer = await send(request)
    const text = await answer.text()
    remember(operation, text, seen)
    return shown(answer, text, Math.round(performance.now() - started))
  } catch (error) {
    return [
      h('p', { class: 'deny' }, `✕ The service could not be reached: ${error.message}.`),
      h('p', { class: 'quiet small' }, 'Is it still running? Look at the terminal it was started in, then send again.'),
    ]
  }
}

export const send = ({ method, address, headers, body }) =>
  fetch(address, { method, headers, ...(body === undefined ? {} : { body }) })

/** Keys that answers have shown are offered to the operations that ask for one. */
const remember = (operation, text, seen) => {
  const value = jsonOf(text)
  const row = Array.isArray(value?.items) ? value.items[0] : value
  const owner = operation.id.includes('.') ? operation.id.split('.')[0] : operation.entity
  for (const [field, found] of Object.entries(row ?? {}))
    if (typeof found !== 'object') seen[`${owner}.${field}`] = String(found)
}

const jsonOf = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const shown = (answer, text, milliseconds) => [
  h(
    'div',
    { class: 'status' },
    h(
      'strong',
      { class: answer.ok ? 'yes' : 'deny' },
      `${answer.ok ? '✓' : '✕'} ${answer.status} ${answer.statusText}`,
    ),
    h('span', { class: 'quiet small' }, `${milliseconds} ms`),
    h('span', { class: 'quiet small' }, `${new Blob([text]).size.toLocaleString()} bytes`),
    text ? copyButton(pretty(text), 'Copy body') : null,
  ),
  ...decided(jsonOf(text)),
  text
    ? h('pre', { class: 'sheet', tabindex: '0', 'aria-label': 'Body' }, highlightJson(pretty(text)))
    : h('p', { class: 'quiet small' }, 'The answer has no body.'),
  headersPart(answer),
]

/** Why it was refused: the deciding rule, or the nearest that would allow it, with its line in the charter. */
const decided = (body) => {
  const { why } = body ?? {}
  if (!why) return []
  return [
    h(
      'div',
      { class: 'decided' },
      h('strong', {}, 'Why'),
      h('span', {}, why.sentence),
      why.rule
        ? h(
            'a',
            { href: linkTo('charter', '', { line: String(why.rule.line) }) },
            `${why.rule.file}, line ${why.rule.line}`,
          )
        : null,
      why.rule ? h('code', {}, why.rule.text) : null,
    ),
  ]
}

const headersPart = (answer) =>
  h(
    'details',
    {},
    h('summary', {}, `${[...answer.headers].length} headers`),
    h(
      'table',
      {},
      h(
        'tbody',
        {},
        [...answer.headers].map(([name, value]) =>
          h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, h('code', {}, value))),
        ),
      ),
    ),
  )
