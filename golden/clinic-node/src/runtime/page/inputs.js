import { h } from './dom.js'
import { pickRow } from './pick-row.js'
import { readState, replaceParam } from './state.js'

/** What a person fills in, once for every style; each keeps its value in the address. */
export const inputRow = (data, operation, seen, onChange) => {
  const { params } = readState()
  const fields = Object.fromEntries(
    operation.inputs.map((input) => {
      const known = params.get(input.name) ?? seen[seenName(operation, input)] ?? input.initial
      return [input.name, control(input, known, onChange)]
    }),
  )
  const keys = operation.inputs.filter(({ name }) => name.startsWith('key.'))
  return h(
    'div',
    { class: 'inputs', role: 'group', 'aria-label': 'What to send' },
    operation.inputs.map(({ name, label }) => h('label', { class: 'field' }, h('span', {}, label), fields[name])),
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

const seenName = ({ entity }, { name }) => (name.startsWith('key.') ? `${entity}.${name.slice(4)}` : '')

const control = ({ name, label, choices }, value, onChange) => {
  const oninput = (event) => {
    replaceParam(name, event.target.value)
    onChange()
  }
  if (!choices)
    return h('input', { 'aria-label': label, name, value, oninput, spellcheck: 'false', autocomplete: 'off' })
  const select = h(
    'select',
    { 'aria-label': label, name, oninput },
    choices.map((each) => h('option', { value: each }, each)),
  )
  select.value = value
  return select
}

/** What is filled in, by the input's name. */
export const valuesOf = ({ inputs }, row) =>
  Object.fromEntries(inputs.map(({ name }) => [name, row.querySelector(`[name="${CSS.escape(name)}"]`)?.value ?? '']))
