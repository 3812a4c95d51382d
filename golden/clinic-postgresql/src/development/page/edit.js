import { h, prose } from './dom.js'
import { opened } from './opened.js'

const kept = 'charter-words'

/** What was written into the box and not applied yet: it outlives a change of view, a reload, and an edit that failed. */
let words = sessionStorage.getItem(kept) ?? ''

const keep = (text) => {
  words = text
  sessionStorage.setItem(kept, text)
}

/** The box that changes the charter in words; nothing where nobody takes edits (a deployed service). */
export const editBox = (data) => {
  if (!data.edit) return null
  const shown = h('div', { class: 'edit-shown', 'aria-live': 'polite' })
  const field = h('textarea', {
    id: 'edit-words',
    rows: '2',
    maxlength: '8000',
    placeholder: 'Add a phone number to … ; only … may delete … ; rename … to …',
    value: words,
    oninput: () => {
      keep(field.value)
    },
  })
  const button = h('button', { type: 'submit' }, 'Preview change')
  const look = () => preview(data, field, shown, button)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void look()
  })
  const form = h(
    'form',
    {
      class: 'edit',
      onsubmit: (event) => {
        event.preventDefault()
        void look()
      },
    },
    h('label', { for: 'edit-words' }, 'Change this API in words'),
    field,
    h('div', { class: 'row' }, button, h('span', { class: 'quiet small' }, 'Nothing is written before you apply it.')),
  )
  void ask(data, 'state', {}).then(
    ({ phase, sentence }) => {
      if (phase === 'failed' && shown.children.length === 0) shown.replaceChildren(failure(sentence))
    },
    () => {},
  )
  return h('div', { class: 'group' }, form, shown)
}

const failure = (sentence) => h('p', { class: 'deny', role: 'alert' }, '✕ ', prose(sentence))

/** Puts words into the box: a whole sentence is previewed, one that ends in a blank waits for its end. */
export const proposeEdit = (text) => {
  const field = document.getElementById('edit-words')
  keep(text)
  field.value = text
  field.scrollIntoView({ block: 'center' })
  field.focus()
  if (!text.endsWith(' ')) field.form.requestSubmit()
}

const preview = async (data, field, shown, button) => {
  if (field.value.trim() === '') return field.focus()
  button.disabled = true
  shown.replaceChildren(h('p', { class: 'quiet' }, 'Reading the words …'))
  try {
    const found = await ask(data, 'preview', { words: field.value })
    const choose = (question, choice) => {
      const isInPlace = question.replaces && field.value.includes(question.replaces)
      field.value = isInPlace ? field.value.replace(question.replaces, choice) : `${ended(field.value)} ${choice}`
      keep(field.value)
      void preview(data, field, shown, button)
    }
    shown.replaceChildren(...previewOf(found, choose, () => apply(data, field, shown, found)))
  } catch (error) {
    shown.replaceChildren(failure(error.message))
  } finally {
    button.disabled = false
  }
}

const ended = (text) => (/[.;!?]\s*$/.test(text) ? text.trim() : `${text.trim()}.`)

const previewOf = (found, choose, onApply) =>
  [
    part('What changes', found.steps.length > 0 ? h('ul', { class: 'edit-steps' }, found.steps.map(stepItem)) : null),
    found.notUnderstood.length > 0
      ? part('Not understood', h('ul', { class: 'notes' }, found.notUnderstood.map(misheardItem)))
      : null,
    found.questions.length > 0
      ? part(
          'Open',
          h(
            'ul',
            { class: 'notes' },
            found.questions.map((each) => questionItem(each, choose)),
          ),
        )
      : null,
    found.findings.length > 0
      ? part('What check says', h('ul', { class: 'notes' }, found.findings.map(findingItem)))
      : null,
    found.text.length > 0
      ? part(
          'Who gains or loses what',
          found.access.length > 0 ? accessList(found.access) : quiet('Nobody gains or loses anything.'),
        )
      : null,
    found.text.length > 0 ? part('The document', diffText(found.text)) : null,
    found.api.length > 0 ? folded('What clients notice', h('pre', { tabindex: '0' }, found.api.join('\n'))) : null,
    closing(found, onApply),
  ].filter(Boolean)

const part = (title, content) => (content ? h('div', { class: 'edit-part' }, h('h3', {}, title), content) : null)
const quiet = (text) => h('p', { class: 'quiet' }, text)
const folded = (title, content) => h('details', { class: 'edit-part' }, h('summary', {}, title), content)

const stepItem = ({ path, did }) => h('li', {}, h('div', {}, prose(did)), h('code', {}, path))

const misheardItem = ({ text, hint }) =>
  h(
    'li',
    {},
    h('span', { class: 'tag question' }, 'Not done'),
    h('div', {}, `“${text}” `, h('div', { class: 'quiet' }, prose(hint))),
  )

const questionItem = (question, choose) =>
  h(
    'li',
    {},
    h('span', { class: 'tag question' }, 'Open'),
    h(
      'div',
      {},
      prose(question.sentence),
      question.choices.length > 0
        ? h(
            'div',
            { class: 'choices' },
            question.choices.map((choice) =>
              h('button', { type: 'button', class: 'bare', onclick: () => choose(question, choice) }, choice),
            ),
          )
        : null,
    ),
  )

const findingItem = ({ severity, message, hint }) =>
  h(
    'li',
    {},
    h('span', { class: `tag ${severity === 'error' ? 'deny' : 'question'}` }, severity),
    h('div', {}, prose(message), hint ? h('div', { class: 'quiet' }, prose(hint)) : null),
  )

/** A gain and a loss differ by a word, not by colour alone. */
const accessList = (lines) =>
  h(
    'ul',
    { class: 'access-changes' },
    lines.map((line) => h('li', { class: / gains /.test(line) ? 'yes' : / loses /.test(line) ? 'deny' : null }, line)),
  )

const diffText = (lines) =>
  h(
    'pre',
    { class: 'diff', tabindex: '0', role: 'region', 'aria-label': 'Changes of the document' },
    lines.map((line) =>
      h(
        'span',
        {
          class: /^(?:---|\+\+\+|@@)/.test(line)
            ? 'quiet'
            : line.startsWith('+')
              ? 'come'
              : line.startsWith('-')
                ? 'gone'
                : null,
        },
        `${line}\n`,
      ),
    ),
  )

const closing = (found, onApply) => {
  if (found.isRefused)
    return h(
      'p',
      { class: 'deny', role: 'alert' },
      'Refused: the charter would have the mistakes above. Nothing can be applied.',
    )
  if (found.text.length === 0) return quiet('Nothing to apply.')
  const button = h('button', { type: 'button', class: 'main', onclick: onApply }, 'Apply this change')
  return h(
    'div',
    { class: 'row' },
    button,
    h('span', { class: 'quiet small' }, 'The version before is kept: charter edit --undo.'),
  )
}

const apply = async (data, field, shown, { digest }) => {
  const asked = field.value
  const line = h('p', { class: 'quiet', role: 'status' }, 'Writing the charter …')
  shown.replaceChildren(line)
  try {
    await ask(data, 'apply', { words: asked, digest })
    await untilServed(data, line)
    keep('')
    location.reload()
  } catch (error) {
    keep(asked)
    shown.replaceChildren(failure(error.message))
  }
}

const pollMs = 250

/** Tells how far it is until another run of the service answers. Rejects where that is the one of before, as the edit failed. */
const untilServed = async (data, line) => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const next = await fetch('/_charter/page.json', { headers: opened() }).then(
      (answer) => answer.json(),
      () => null,
    )
    if (!next?.edit) {
      line.textContent = 'Restarting; this page comes back by itself …'
      continue
    }
    const isOther = next.edit.run !== data.edit.run
    const { phase, sentence } = await ask(next, 'state', {}).catch(() => ({ phase: 'working', sentence: '' }))
    if (phase === 'failed') {
      data.edit = next.edit
      throw new Error(sentence)
    }
    if (isOther && phase === 'idle') return
    line.textContent = `${sentence || 'Reloading'} …`
  }
}

const ask = async (data, what, body) => {
  const answer = await fetch(`/_charter/edit/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-charter-edit': data.edit.token, ...opened() },
    body: JSON.stringify(body),
  })
  const said = await answer.json().catch(() => ({}))
  if (answer.ok) return said
  throw new Error(said.error ?? said.message ?? `The edit was answered with ${answer.status}.`)
}
