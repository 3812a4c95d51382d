import { copyButton, h, timeOf } from './dom.js'
import { keyForm } from './key-form.js'
import { keyFor } from './pinned-key.js'
import { askJson } from './session.js'
import { witnessPart } from './witness-part.js'

/** How far others remember this ledger, what went wrong, and how to check it without this page. */
export const stateView = (signal) => {
  const section = h('section', {}, h('h1', {}, 'Witnesses and alarms'), h('p', { class: 'quiet' }, 'Asking for them …'))
  const show = async () => {
    const ledger = await askJson('/api/ledger', { signal })
    const draw = async () => section.replaceChildren(...parts(ledger, await keyFor(ledger), draw))
    await draw()
  }
  show().catch((error) => {
    if (!signal.aborted) section.replaceChildren(h('h1', {}, 'Witnesses and alarms'), h('p', {}, error.message))
  })
  return section
}

const parts = (ledger, { isPinned, isOther }, draw) => [
  h(
    'div',
    {},
    h('h1', {}, 'Witnesses and alarms'),
    h(
      'p',
      { class: 'lead' },
      'A witness keeps checkpoints elsewhere. What it holds, nobody can rewrite unseen, not even who runs this ledger.',
    ),
  ),
  h(
    'dl',
    { class: 'stops' },
    fact('Published entries', ledger.checkpoint.size),
    fact('Run by', ledger.administrator),
    fact('Writer’s term', ledger.term),
    fact('Entries are kept', ledger.keepMs === null ? 'for ever' : `${Math.round(ledger.keepMs / 86_400_000)} days`),
  ),
  witnessPart(ledger),
  alarmPart(ledger.alarms),
  keyPart(ledger, isPinned, isOther, draw),
  checkpointPart(ledger.checkpoint),
]

const alarmPart = (alarms) =>
  h(
    'div',
    { class: 'group' },
    h('h2', {}, 'Alarms'),
    alarms.length === 0 ? h('p', { class: 'quiet' }, none) : alarmList(alarms),
  )

const none =
  'None since the ledger was opened. Those about replicas stand in the record: search for the operation “alarm”.'

const keyPart = (ledger, isPinned, isOther, draw) =>
  h(
    'div',
    { class: 'group' },
    h('h2', {}, 'The key'),
    h('p', { class: 'quiet small' }, 'This ledger says that its key is'),
    h('p', { class: 'hash wrapped' }, h('code', {}, ledger.vkey), ' ', copyButton(ledger.vkey, 'Copy key')),
    keyForm({ isPinned, isOther, onChange: draw }),
  )

const checkpointPart = ({ note }) =>
  h(
    'div',
    { class: 'group' },
    h('div', { class: 'row' }, h('h2', {}, 'The newest checkpoint'), copyButton(note, 'Copy checkpoint')),
    h('pre', { class: 'sheet wrapped', tabindex: '0' }, note),
    h('p', { class: 'quiet small' }, compared),
  )

const compared = 'Keep it: another reader who holds another one of the same size has found out a ledger with two faces.'

const fact = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value)))

const alarmList = (alarms) =>
  h(
    'ul',
    { class: 'notes' },
    [...alarms]
      .reverse()
      .map(({ kind, at, sentence }) =>
        h(
          'li',
          {},
          h('span', { class: 'warn' }, `! ${kind}`),
          h('span', {}, h('bdi', {}, sentence), ' ', h('span', { class: 'quiet' }, timeOf(at))),
        ),
      ),
  )
