import { h } from './dom.js'
import { replaceParam } from './state.js'

/** A choice of rows to take the key from, asked as the first role that may list them. `keys`: the inputs, each with its field. */
export const pickRow = (data, operation, keys, onPick) => {
  const list = listOf(data, operation.entity)
  const role = whoLists(data, list)
  if (!role) return null
  const select = h(
    'select',
    { 'aria-label': `Pick a ${operation.entity}`, class: 'pick' },
    h('option', { value: '' }, 'Pick a row …'),
  )
  let rows = null
  const load = async () => {
    if (rows) return
    rows = await rowsOf(list, role)
    select.append(...rows.map((row, at) => h('option', { value: String(at) }, nameOf(row, operation.keyFields))))
  }
  select.addEventListener('focus', () => void load())
  select.addEventListener('change', () => {
    const row = rows?.[Number(select.value)]
    for (const { field, name, input } of keys) {
      input.value = String(row?.[field] ?? '')
      delete input.dataset.filled
      replaceParam(name, input.value)
    }
    onPick()
  })
  return select
}

const listOf = (data, entity) =>
  data.operations.find(
    ({ id, method, keyFields }) => id === `${entity}.list` && method === 'GET' && keyFields.length === 0,
  )

/** Who may list, the one who asks before others. */
const whoLists = (data, list, first) =>
  [...(first ? [first] : []), ...data.roles].find(({ name }) => list && (data.access[name]?.[list.id] ?? 'no') !== 'no')

/** Where no row was known when the page was made (a database that was there before), names of rows that are there now. */
export const fillEmpty = async (data, operation, role, fields, onChange) => {
  const empty = operation.inputs.filter(({ name, refers }) => refers && fields[name].dataset.filled === '')
  const known = new Map()
  for (const { name, refers } of empty) {
    const list = listOf(data, refers.entity)
    const asker = whoLists(data, list, role)
    if (!asker) continue
    if (!known.has(refers.entity)) known.set(refers.entity, await rowsOf(list, asker))
    const value = known.get(refers.entity)[0]?.[refers.field]
    if (value === undefined || value === null || fields[name].dataset.filled !== '') continue
    fields[name].value = String(value)
    fields[name].dataset.filled = String(value)
  }
  if (empty.length > 0) onChange()
}

const rowsOf = async ({ path }, { token }) => {
  try {
    const answer = await fetch(`${path}?limit=20`, { headers: { authorization: `Bearer ${token}` } })
    return answer.ok ? (await answer.json()).items : []
  } catch {
    return []
  }
}

/** What a person knows a row by: its first texts, then the key. */
const nameOf = (row, keyFields) => {
  const words = Object.entries(row)
    .filter(
      ([field, value]) => typeof value === 'string' && value !== '' && !keyFields.includes(field) && !/Id$/.test(field),
    )
    .slice(0, 2)
    .map(([, value]) => value)
  return [...words, keyFields.map((field) => String(row[field]).slice(0, 8)).join(' ')].join(' · ').slice(0, 80)
}
