import { h } from './dom.js'
import { noteWritten } from './inputs.js'
import { digestOf, isTrail, readAnswer } from './read-answer.js'
import { sendCall } from './send-call.js'
import { fromText, requestText, spell } from './spell.js'
import { readState, replaceParam } from './state.js'
import { styleColumn } from './style-column.js'
import { summary } from './styles-summary.js'

/**
 * One operation in every style: a table that says whether they agree, and a column for each with its request and its answer. The
 * styles shown, the one in front on a narrow window, and requests edited by hand stand in the address.
 */
export const stylesPart = ({ data, operation, role, seen, values }) => {
  const known = data.styles.filter(({ name }) => operation.requests[name] !== undefined)
  const all = known.filter(({ name }) => typeof operation.requests[name] !== 'string')
  const results = new Map()
  const element = h('div', { class: 'styles' })
  const chosen = () => {
    const wanted = readState().params.get('styles')?.split(',')
    const kept = wanted ? all.filter(({ name }) => wanted.includes(name)) : all
    return kept.length > 0 ? kept : all
  }
  const valuesFor = (style) => values(all.indexOf(style))
  const requestOf = (style) => {
    const spelled = spell(style, operation, valuesFor(style))
    const edited = readState().params.get(`edit.${style.name}`)
    return edited === null ? spelled : fromText(edited, spelled)
  }
  const choose = (name, isShown) => {
    const names = chosen().map((style) => style.name)
    const next = all.map((style) => style.name).filter((each) => (each === name ? isShown : names.includes(each)))
    replaceParam('styles', next.length === all.length || next.length === 0 ? '' : next.join(','))
    draw()
  }
  const edit = (style) => {
    const name = `edit.${style.name}`
    const request = requestOf(style)
    replaceParam(name, readState().params.has(name) ? '' : requestText(request))
    draw()
  }
  /** Of a row that is asked for by its key, none was named. */
  const hasNoRow = (style) =>
    !readState().params.has(`edit.${style.name}`) &&
    Object.entries(valuesFor(style)).some(([name, value]) => name.startsWith('key.') && value === '')
  const run = async (style) => {
    if (hasNoRow(style)) {
      results.set(style.name, { hasNoRow: true })
      return drawAnswers()
    }
    const request = requestOf(style)
    const sent = valuesFor(style)
    results.set(style.name, { ...results.get(style.name), isWaiting: true })
    drawAnswers()
    const answer = await sendCall(style, request, role)
    const read = readAnswer(data, operation, style, answer)
    const told = read.refusal ?? (read.rows.length > 0 && !isTrail(operation) ? read.rows : null)
    if (!isTrail(operation)) remember(operation, read.rows, seen)
    if (answer.isOk && read.refusal === null) noteWritten(operation, sent, read.rows, seen)
    results.set(style.name, { answer, ...read, digest: told === null ? '' : await digestOf(told) })
    drawAnswers()
  }
  const columns = new Map()
  const agreement = h('div', { class: 'agreement', 'aria-live': 'polite' })
  const drawAnswers = () => {
    agreement.replaceChildren(summary({ operation, all: known, chosen: chosen(), results, choose }))
    if (results.size > 0) agreement.ariaBusy = String([...results.values()].some(({ isWaiting }) => isWaiting))
    for (const [name, column] of columns) column.drawAnswer(results.get(name))
  }
  const draw = () => {
    columns.clear()
    for (const style of chosen())
      columns.set(
        style.name,
        styleColumn({ style, role, number: all.indexOf(style) + 1, requestOf: () => requestOf(style), run, edit }),
      )
    element.replaceChildren(agreement, tabs(chosen(), columns), columnsPart(columns))
    drawAnswers()
  }
  draw()
  return {
    element,
    first: all[0],
    count: all.length,
    redraw: () => {
      for (const column of columns.values()) column.drawRequest()
    },
    /** At once: each goes its own way over the wire. */
    runAll: () => Promise.all(chosen().map(run)),
  }
}

const columnsPart = (columns) =>
  h(
    'div',
    { class: 'columns', tabindex: '0', role: 'region', 'aria-label': 'The same call in each style' },
    [...columns.values()].map(({ element }) => element),
  )

/** On a narrow window one column is in front. Arrow keys move between tabs (ARIA Authoring Practices, Tabs). */
const tabs = (shown, columns) => {
  const front = () => {
    const wanted = readState().params.get('front')
    return shown.find(({ name }) => name === wanted) ?? shown[0]
  }
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Style' })
  const show = (style, isFocused) => {
    for (const [name, { element }] of columns) element.classList.toggle('front', name === style.name)
    for (const tab of list.children) {
      const isFront = tab.dataset.style === style.name
      tab.setAttribute('aria-selected', String(isFront))
      tab.tabIndex = isFront ? 0 : -1
      if (isFront && isFocused) tab.focus()
    }
  }
  const pick = (style, isFocused = true) => {
    replaceParam('front', style.name === shown[0].name ? '' : style.name)
    show(style, isFocused)
  }
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    pick(shown.at((shown.indexOf(front()) + by) % shown.length))
  }
  list.append(
    ...shown.map((style) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${style.name}`,
          'aria-controls': `style-${style.name}`,
          'data-style': style.name,
          onclick: () => pick(style),
          onkeydown: move,
        },
        style.title,
      ),
    ),
  )
  show(front(), false)
  return list
}

/** Keys that answers have shown are offered to the operations that ask for one. */
const remember = ({ id, entity }, [row], seen) => {
  const owner = id.includes('.') ? id.split('.')[0] : entity
  for (const [field, value] of Object.entries(row ?? {})) seen[`${owner}.${field}`] = value
}
