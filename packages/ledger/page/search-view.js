import { copyButton, h } from './dom.js'
import { emptyRow, entryRow, entryTable } from './entry-table.js'
import { place, placeOf } from './place.js'
import { askJson } from './session.js'

/** What can be asked for: name, label, an example. */
const parts = [
  ['principal', 'Who', 'nurse-3'],
  ['operation', 'Operation', 'Patient.read'],
  ['outcome', 'Outcome', 'forbidden'],
  ['entity', 'Entity', 'Patient'],
  ['key', 'Key', '{"id":"42"}'],
  ['field', 'Field', 'ssn'],
  ['address', 'Address', '10.0.0.9'],
  ['replica', 'Replica', 'clinic-1'],
  ['tenant', 'Tenant', ''],
]

/** Entries by who, what, when, from where, outcome and field. The whole question stands in the address. */
export const searchView = (signal) => {
  const { params } = place()
  const inputs = parts.map(([name, label, example]) => [
    name,
    label,
    h('input', { name, placeholder: example, value: params.get(name) ?? '', autocomplete: 'off', spellcheck: 'false' }),
  ])
  const times = ['from', 'until'].map((name) => [
    name,
    name === 'from' ? 'From' : 'Until',
    h('input', { type: 'datetime-local', step: '1', name, value: localOf(params.get(name)) }),
  ])
  const order = h(
    'select',
    { name: 'order' },
    h('option', { value: '' }, 'Newest first'),
    h('option', { value: 'oldest' }, 'Oldest first'),
  )
  order.value = params.get('order') ?? ''
  const fields = [...inputs, ...times, ['order', 'Order', order]]
  const asked = () =>
    Object.fromEntries(
      fields.map(([name, , input]) => [
        name,
        name === 'from' || name === 'until' ? instantOf(input.value) : input.value.trim(),
      ]),
    )
  const form = h(
    'form',
    { class: 'asking', role: 'search', onsubmit: (event) => submit(event) },
    fields.map(([name, label, input]) => h('label', { class: `field of-${name}` }, h('span', {}, label), input)),
    h(
      'div',
      { class: 'row sending' },
      h('button', { class: 'main' }, 'Search the ledger'),
      h('a', { href: placeOf('search') }, 'Clear'),
    ),
  )
  const submit = (event) => {
    event.preventDefault()
    const next = placeOf('search', '', asked())
    if (next === location.hash) void show()
    else location.hash = next
  }
  const found = h('div', { class: 'group', 'aria-live': 'polite' })
  const show = () => results(found, Object.fromEntries(params), signal)
  if (params.size > 0) void show()
  else
    found.replaceChildren(
      h(
        'p',
        { class: 'quiet' },
        'Every part that is given must hold. What you ask for is itself recorded, with your name.',
      ),
    )
  return h(
    'section',
    {},
    h(
      'div',
      {},
      h('h1', {}, 'Search'),
      h('p', { class: 'lead' }, 'Who did what to which row, when, from where, and how it ended.'),
    ),
    form,
    found,
  )
}

const results = async (found, params, signal) => {
  const body = h('tbody', {})
  const count = h('p', { class: 'quiet small', role: 'status' }, 'Searching …')
  const more = h('div', { class: 'row' })
  found.replaceChildren(count, entryTable('Entries found', body), more)
  const curl = () => `curl -H "authorization: Bearer $LEDGER_TOKEN" '${location.origin}/api/entries?${queryOf(params)}'`
  const page = async (after) => {
    try {
      const { entries, next } = await askJson(`/api/entries?${queryOf(params, after)}`, { signal })
      body.append(...entries.map((entry) => entryRow(entry)))
      const { length } = body.children
      if (length === 0)
        body.replaceChildren(emptyRow('No published entry matches. Take a part out, or ask for a longer time.'))
      count.textContent =
        length === 0
          ? 'Nothing was found.'
          : `${length}${next === null ? '' : ' or more'} ${length === 1 ? 'entry' : 'entries'}`
      more.replaceChildren(
        next === null ? '' : h('button', { type: 'button', onclick: () => void page(next) }, 'Show more'),
        copyButton(curl, 'Copy as curl'),
      )
    } catch (error) {
      if (signal.aborted) return
      count.replaceChildren(
        error.message,
        h(
          'ul',
          {},
          (error.errors ?? []).map(({ path, message }) => h('li', {}, h('code', {}, path.slice(1)), ' ', message)),
        ),
      )
    }
  }
  await page()
}

const queryOf = ({ order = 'newest', ...params }, after) =>
  new URLSearchParams({
    ...params,
    order,
    limit: '50',
    ...(after !== undefined && { after: String(after) }),
  }).toString()

/** Instants are asked for in the reader's own zone, and stand in the address in UTC. */
const localOf = (instant) => {
  const at = new Date(instant ?? '')
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

const instantOf = (local) => (local === '' ? '' : new Date(local).toISOString().replace(/\.000Z$/, 'Z'))
