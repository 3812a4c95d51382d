import { copyButton, h, timeOf } from './dom.js'
import { keyForm } from './key-form.js'
import { keyFor } from './pinned-key.js'
import { askJson } from './session.js'

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
  h(
    'div',
    { class: 'group' },
    h('h2', {}, 'Witnesses'),
    ledger.witnesses.length === 0 ? noWitness() : witnessTable(ledger),
  ),
  h(
    'div',
    { class: 'group' },
    h('h2', {}, 'Alarms'),
    ledger.alarms.length === 0
      ? h(
          'p',
          { class: 'quiet' },
          'None since the ledger was opened. Those about replicas stand in the record: search for the operation “alarm”.',
        )
      : alarmList(ledger.alarms),
  ),
  h(
    'div',
    { class: 'group' },
    h('h2', {}, 'The key'),
    h('p', { class: 'quiet small' }, 'This ledger says that its key is'),
    h('p', { class: 'hash wrapped' }, h('code', {}, ledger.vkey), ' ', copyButton(ledger.vkey, 'Copy key')),
    keyForm({ isPinned, isOther, onChange: draw }),
  ),
  h(
    'div',
    { class: 'group' },
    h(
      'div',
      { class: 'row' },
      h('h2', {}, 'The newest checkpoint'),
      copyButton(ledger.checkpoint.note, 'Copy checkpoint'),
    ),
    h('pre', { class: 'sheet wrapped', tabindex: '0' }, ledger.checkpoint.note),
    h(
      'p',
      { class: 'quiet small' },
      'Keep it: another reader who holds another one of the same size has found out a ledger with two faces.',
    ),
  ),
]

const fact = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value)))

const noWitness = () => {
  const setting = 'witnesses:\n  - { file: /mnt/auditors/ledger.witness, administrator: auditors }'
  return h(
    'div',
    { class: 'group' },
    h(
      'p',
      {},
      h('span', { class: 'warn' }, '! Nobody witnesses this ledger.'),
      ' Who has its disk and its key could rewrite all of it. Name a witness under another administrator in ledger.yaml:',
    ),
    h('pre', { class: 'sheet', tabindex: '0' }, setting),
    h('div', { class: 'row' }, copyButton(setting, 'Copy setting')),
  )
}

const witnessTable = ({ witnesses, checkpoint }) =>
  h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Witnesses' },
    h(
      'table',
      { class: 'witnesses' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Witness', 'Holds', 'Unwitnessed since', 'What it proves'].map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      h(
        'tbody',
        {},
        witnesses.map((witness) => witnessRow(witness, checkpoint)),
      ),
    ),
  )

const witnessRow = ({ name, size, unwitnessed, notIndependent, fault }, checkpoint) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('bdi', {}, name)),
    h(
      'td',
      { 'data-label': 'Holds' },
      size === null ? '' : size === 0 ? 'nothing yet' : `${size} of ${checkpoint.size}`,
    ),
    h(
      'td',
      { 'data-label': 'Unwitnessed since' },
      unwitnessed === null
        ? ''
        : unwitnessed === 0
          ? h('span', { class: 'yes' }, '✓ none')
          : h('span', { class: 'warn' }, `! ${unwitnessed} ${unwitnessed === 1 ? 'entry' : 'entries'}`),
    ),
    h(
      'td',
      {},
      fault !== null
        ? h('span', { class: 'deny' }, `✕ ${fault}`)
        : notIndependent !== null
          ? h('span', { class: 'warn' }, `! ${notIndependent}`)
          : h('span', { class: 'yes' }, '✓ independent, as far as can be told'),
    ),
  )

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
