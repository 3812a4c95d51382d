import { decided } from './answer-parts.js'
import { h } from './dom.js'
import { isTrail } from './read-answer.js'

/** A line for each style: what came back, whether it is the same as the others, how long it took. The first cell says which styles are shown. */
export const summary = ({ operation, all, chosen, results, choose }) => {
  const told = chosen.map(({ name }) => results.get(name)).filter((result) => result?.digest)
  const why = told.find((result) => result.why)?.why
  return h(
    'div',
    {},
    h('p', { class: 'agreed' }, sentence(operation, chosen, results)),
    decided(why),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Answers by style' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Style', 'Answer', 'What it says', 'Digest', 'Time'].map((head) =>
              h('th', { scope: 'col', class: head === 'Time' ? 'time' : null }, head),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          all.map((style) => {
            const request = operation.requests[style.name]
            return typeof request === 'string' ? silent(style, request) : line(style, { chosen, results, choose, told })
          }),
        ),
      ),
    ),
  )
}

/** A style that cannot carry the operation says why. */
const silent = ({ title }, why) =>
  h(
    'tr',
    { class: 'quiet' },
    h('th', { scope: 'row' }, title),
    h('td', {}, 'not offered'),
    h('td', { colspan: '3' }, why),
  )

const line = (style, { chosen, results, choose, told }) => {
  const isShown = chosen.includes(style)
  const result = isShown ? results.get(style.name) : undefined
  const box = h('input', {
    type: 'checkbox',
    checked: isShown,
    'aria-label': `Show ${style.title}`,
    onchange: (event) => {
      choose(style.name, event.target.checked)
      document.querySelector(`[aria-label="Show ${style.title}"]`)?.focus()
    },
  })
  const isSame = told.length > 1 && told.every(({ digest }) => digest === told[0].digest)
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('label', {}, box, style.title)),
    h('td', { class: classOf(result) }, answerText(result)),
    h('td', {}, whatItSays(style, result)),
    h(
      'td',
      {},
      result?.digest
        ? [h('code', {}, result.digest), isSame ? h('span', { class: 'yes small' }, ' = same') : null]
        : '',
    ),
    h('td', { class: 'time' }, result?.answer ? `${milliseconds(result.answer)} ms` : ''),
  )
}

export const milliseconds = ({ milliseconds: taken }) => (taken < 10 ? taken.toFixed(1) : Math.round(taken))

export const classOf = (result) => (!result?.answer ? 'quiet' : isRefused(result) ? 'deny' : 'yes')

/** GraphQL refuses under status 200: what counts is what the answer says. */
export const isRefused = ({ answer, refusal, fault }) =>
  fault !== undefined || answer.fault !== undefined || refusal !== null || !answer.isOk

export const answerText = (result) => {
  if (result?.hasNoRow) return '— no row'
  if (!result?.answer) return result?.isWaiting ? 'waiting …' : 'not run'
  if (result.answer.fault !== undefined) return '✕ no answer'
  return `${isRefused(result) ? '✕' : '✓'} ${result.answer.status}`
}

const whatItSays = (style, result) => {
  if (result?.hasNoRow) return 'No row is known for this one. Create one here first, pick one, or name its key.'
  if (!result?.answer) return ''
  if (result.answer.fault !== undefined) return result.answer.fault
  if (result.refusal) {
    const { code, errors } = result.refusal
    return [h('strong', {}, code), errors.length > 0 ? ` ${errors.join(', ')}` : '', ` in ${style.refusal}`]
  }
  if (result.isTrail) return entryCount(result.rows)
  return result.rows.length > 0 ? rowCount(result.rows) : 'no rows'
}

const entryCount = ({ length }) => (length === 0 ? 'no entries' : `${length} ${length === 1 ? 'entry' : 'entries'}`)

const rowCount = ({ length }) => `${length} ${length === 1 ? 'row' : 'rows'}`

/** Whether the styles agree, in words. */
const sentence = (operation, chosen, results) => {
  const done = chosen.map(({ name, title }) => ({ title, ...results.get(name) })).filter(({ answer }) => answer)
  if (done.length === 0)
    return h('span', { class: 'quiet' }, 'One operation, one rule, every style. Run it to see that they answer alike.')
  if (done.length === 1)
    return h('span', { class: 'quiet' }, `${done[0].title} has answered. Run another style to compare.`)
  const told = done.filter(({ digest }) => digest)
  if (isTrail(operation) && told.length === 0)
    return h(
      'span',
      { class: 'quiet' },
      `${done.length} styles have answered. Each reading goes on record too, so a later answer may tell one entry more.`,
    )
  if (told.length < done.length)
    return h('span', { class: 'quiet' }, `${done.length} styles have answered; not all of them with rows to compare.`)
  const isSame = told.every(({ digest }) => digest === told[0].digest)
  if (!isSame)
    return operation.method === 'GET'
      ? h('strong', { class: 'deny' }, '✕ The answers differ. Compare the columns below.')
      : h(
          'span',
          { class: 'quiet' },
          `${done.length} styles have answered. Each made a change of its own, so their answers differ.`,
        )
  return told[0].refusal
    ? h(
        'strong',
        { class: 'deny' },
        `✕ The same refusal in ${told.length} styles: ${told[0].refusal.detail || told[0].refusal.code}`,
      )
    : h('strong', { class: 'yes' }, `✓ The same ${rowCount(told[0].rows)} in ${told.length} styles`)
}
