import { headersPart } from './answer-parts.js'
import { commandName, commandOf, plainText } from './copy-request.js'
import { copyButton, h } from './dom.js'
import { readable } from './highlight.js'
import { readState, replaceParam } from './state.js'
import { answerText, classOf, milliseconds } from './styles-summary.js'

/** One style: its request, to copy, edit and run, and its answer. */
export const styleColumn = ({ style, role, number, requestOf, run, edit }) => {
  const request = h('div', { class: 'request' })
  const answer = h('div', { class: 'answer' })
  const element = h(
    'section',
    {
      class: 'column',
      id: `style-${style.name}`,
      'aria-labelledby': `style-name-${style.name}`,
      'data-style': style.name,
    },
    h(
      'div',
      { class: 'head' },
      h('h2', { id: `style-name-${style.name}` }, style.title),
      h('kbd', { 'aria-hidden': 'true' }, String(number)),
      h('span', { class: 'gap' }),
      h(
        'button',
        {
          type: 'button',
          'data-run': String(number),
          'aria-label': `Run ${style.title}`,
          onclick: () => void run(style),
        },
        'Run',
      ),
    ),
    request,
    answer,
  )
  const drawRequest = () => request.replaceChildren(...requestParts({ style, role, requestOf, edit }))
  drawRequest()
  return { element, drawRequest, drawAnswer: (result) => answer.replaceChildren(...answerParts(style, result)) }
}

const requestParts = ({ style, role, requestOf, edit }) => {
  const request = requestOf()
  const edited = readState().params.get(`edit.${style.name}`)
  const command = commandName(style)
  return [
    edited === null ? requestSheet(style, request) : editor(style, edited),
    request.missing.length > 0
      ? h(
          'p',
          { class: 'warn small' },
          `${style.title} sends the example’s ${request.missing.join(', ')}. Edit the request to change it.`,
        )
      : null,
    h(
      'div',
      { class: 'row tools' },
      copyButton(() => commandOf(style, requestOf(), role), `Copy ${command}`),
      copyButton(() => plainText(style, requestOf(), role), 'Copy request'),
      h(
        'button',
        { type: 'button', class: 'bare', onclick: () => edit(style) },
        edited === null ? 'Edit' : 'Undo edit',
      ),
    ),
  ].filter(Boolean)
}

const requestSheet = (style, { method, target, body }) =>
  h(
    'div',
    { class: 'sheet spelled', tabindex: '0', role: 'region', 'aria-label': `${style.title} request` },
    h('div', { class: 'line' }, h('span', { class: 'verb' }, method), h('code', {}, decoded(target))),
    body === null ? null : bodyParts(style.language, body),
  )

/** Brackets and spaces of a query as people read them. */
const decoded = (target) => {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

const bodyParts = (language, text) =>
  readable(language, text).map(({ name, nodes }) => [
    name ? h('div', { class: 'quiet part-name' }, name) : null,
    h('pre', {}, nodes),
  ])

const editor = (style, text) =>
  h('textarea', {
    'aria-label': `${style.title} request, edited`,
    spellcheck: 'false',
    rows: '12',
    value: text,
    oninput: (event) => replaceParam(`edit.${style.name}`, event.target.value || ' '),
  })

const answerParts = (style, result) => {
  if (result?.hasNoRow) return [h('p', { class: 'quiet small' }, 'Not sent: no row is named.')]
  if (!result?.answer)
    return [h('p', { class: 'quiet small' }, result?.isWaiting ? 'Waiting for the answer …' : 'Not run yet.')]
  const { answer } = result
  if (answer.fault !== undefined)
    return [
      h('p', { class: 'deny' }, `✕ The service could not be reached: ${answer.fault}.`),
      h(
        'p',
        { class: 'quiet small' },
        'Is it still running? Look at the terminal it was started in, then run it again.',
      ),
    ]
  const { text } = answer
  return [
    h(
      'div',
      { class: 'status' },
      h('strong', { class: classOf(result) }, answerText(result)),
      h('span', { class: 'quiet small' }, `${milliseconds(answer)} ms`),
      h('span', { class: 'quiet small' }, `${new Blob([text]).size.toLocaleString()} bytes`),
      text ? copyButton(text, 'Copy body') : null,
    ),
    result.refusal
      ? h('p', { class: 'small' }, h('strong', { class: 'deny' }, result.refusal.code), ` in ${style.refusal}`)
      : null,
    text
      ? h(
          'div',
          { class: 'sheet spelled body', tabindex: '0', role: 'region', 'aria-label': `${style.title} answer` },
          bodyParts('json', text),
        )
      : h('p', { class: 'quiet small' }, 'The answer has no body.'),
    headersPart(answer.headers),
  ].filter(Boolean)
}
