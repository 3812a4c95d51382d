import { h } from './dom.js'
import { pickMoment } from './pick-moment.js'
import { fillEmpty, pickRow } from './pick-row.js'
import { readState, replaceParam } from './state.js'

/** What a person fills in, once for every style; what is changed stands in the address. */
export const inputRow = (data, operation, role, seen, onChange) => {
  const { params } = readState()
  const [first = hasNone(operation, role) ? operation.inputs.map(blank) : []] = tuplesFor(operation, role, seen)
  const fields = Object.fromEntries(
    operation.inputs.map((input, at) => {
      const filled = first[at] ?? seen[seenName(operation, input)] ?? input.initial
      const field = control(input, params.get(input.name) ?? filled, onChange)
      // What was filled in here may be another for each style; what a person wrote is the same for all.
      if (!params.has(input.name)) field.dataset.filled = filled
      return [input.name, field]
    }),
  )
  const keys = operation.inputs.filter(({ name }) => name.startsWith('key.'))
  void fillEmpty(data, operation, role, fields, onChange)
  return h(
    'div',
    { class: 'inputs', role: 'group', 'aria-label': 'What to send' },
    operation.inputs.map((input) =>
      h(
        'div',
        { class: input.kind === 'lines' ? 'field wide' : 'field' },
        h('label', { for: idOf(input) }, input.label),
        input.kind && input.kind !== 'lines'
          ? h('div', { class: 'dated' }, fields[input.name], pickMoment(input, fields[input.name]))
          : fields[input.name],
      ),
    ),
    keys.length > 0
      ? pickRow(
          data,
          operation,
          keys.map(({ name, label }) => ({ field: label, name, input: fields[name] })),
          onChange,
        )
      : null,
  )
}

/** A role that no row is known for is not told of one that is not theirs. */
const hasNone = (operation, role) => isTaking(operation) || operation.valuesFor?.[role.name]?.length === 0

const blank = ({ name, initial }) => (name.startsWith('key.') ? '' : initial)

/** What succeeds for a role, one for each style; nothing where none is known. */
const tuplesFor = (operation, role, seen) => {
  const known = (operation.valuesFor?.[role.name] ?? []).map((at) => operation.values[at])
  if (!isTaking(operation)) return known
  const made = (seen.made?.[operation.entity] ?? []).map((row) =>
    operation.inputs.map(({ name }) => row[name.slice('key.'.length)] ?? ''),
  )
  return [...known, ...made].filter((tuple) => !seen.gone?.has(goneName(operation, tuple)))
}

/** A row is taken away once: of rows that are known to be there, each style takes another. */
const isTaking = ({ method, values }) => method === 'DELETE' && values !== undefined

const goneName = ({ entity }, tuple) => [entity, ...tuple].join('\n')

/** Whether each style sends a row of its own. */
export const isOwnEach = (operation, role, seen) => isTaking(operation) || tuplesFor(operation, role, seen).length > 1

/** Rows that the page made can be taken away; what was taken away is not offered again. */
export const noteWritten = (operation, values, rows, seen) => {
  if (operation.id.endsWith('.create')) {
    seen.made ??= {}
    seen.made[operation.entity] = [...(seen.made[operation.entity] ?? []), ...rows]
  }
  if (!isTaking(operation)) return
  seen.gone ??= new Set()
  seen.gone.add(
    goneName(
      operation,
      operation.inputs.map(({ name }) => values[name]),
    ),
  )
}

const seenName = ({ entity }, { name }) => (name.startsWith('key.') ? `${entity}.${name.slice(4)}` : '')

const idOf = ({ name }) => `input-${name}`

const control = (input, value, onChange) => {
  const { name, choices, kind } = input
  const oninput = (event) => {
    delete event.target.dataset.filled
    replaceParam(name, event.target.value)
    onChange()
  }
  const attributes = { id: idOf(input), name, oninput }
  if (kind === 'lines') return h('textarea', { ...attributes, value, rows: '4', spellcheck: 'false' })
  if (!choices) return h('input', { ...attributes, value, spellcheck: 'false', autocomplete: 'off' })
  const select = h(
    'select',
    attributes,
    choices.map((each) => h('option', { value: each }, each)),
  )
  select.value = value
  return select
}

/** What is filled in for the style of this number, by the input's name. */
export const valuesOf = (operation, row, role, number, seen) => {
  const tuples = tuplesFor(operation, role, seen)
  const none = operation.inputs.map(() => '')
  const own = isTaking(operation) ? (tuples[number] ?? none) : (tuples[number % Math.max(tuples.length, 1)] ?? [])
  return Object.fromEntries(
    operation.inputs.map(({ name }, at) => {
      const field = row.querySelector(`[name="${CSS.escape(name)}"]`)
      const value = field?.value ?? ''
      return [name, value === field?.dataset.filled ? (own[at] ?? value) : value]
    }),
  )
}
