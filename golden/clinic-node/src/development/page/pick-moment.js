import { h } from './dom.js'

const types = { date: 'date', time: 'time', dateTime: 'datetime-local', instant: 'datetime-local' }

/** A calendar beside a text that stays what is sent: it may be wrong on purpose, and is exact. Instants are picked in UTC. */
export const pickMoment = ({ label, kind }, field) => {
  const picker = h('input', {
    type: types[kind],
    class: 'picker',
    step: kind === 'date' ? null : '1',
    'aria-label': `Pick ${label}${kind === 'instant' ? ' in UTC' : ''}`,
    title: kind === 'instant' ? 'Pick a moment, in UTC' : 'Pick',
    value: pickable(kind, field.value),
    onfocus: () => {
      picker.value = pickable(kind, field.value)
    },
    oninput: () => {
      if (picker.value === '') return
      field.value = spelled(kind, picker.value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  })
  return picker
}

const pickable = (kind, text) => {
  const [found = ''] =
    (kind === 'date' ? /^\d{4}-\d\d-\d\d/ : kind === 'time' ? /^\d\d:\d\d(?::\d\d)?/ : moment).exec(text) ?? []
  return found
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?/

/** A picker leaves seconds out where there are none. */
const spelled = (kind, text) => {
  const whole = kind === 'date' ? text : /:\d\d:\d\d/.test(text) || /^\d\d:\d\d:\d\d/.test(text) ? text : `${text}:00`
  return kind === 'instant' ? `${whole}Z` : whole
}
