import { headerList } from './copy-request.js'
import { h } from './dom.js'
import { heard } from './gone.js'

/**
 * The files of the row that an operation is on, each sent, opened and taken away as the role; null where it has none. They go over REST
 * at the row's address, whatever style the row is asked in.
 */
export const filesPart = (data, { id, entity }, role, values) => {
  if (id !== `${entity}.read` && id !== `${entity}.update`) return null
  const files = data.entities.find(({ name }) => name === entity)?.fields.filter(({ file }) => file) ?? []
  if (files.length === 0) return null
  return h(
    'div',
    { class: 'files', role: 'group', 'aria-label': 'Files of the row' },
    files.map((field) => fileRow(field, role, values)),
  )
}

const fileRow = ({ name, type, file }, role, values) => {
  const said = h('p', { class: 'small', 'aria-live': 'polite' })
  const say = (sign, text, className) => said.replaceChildren(h('span', { class: className }, `${sign} ${text}`))
  const chosen = h('input', { type: 'file', id: `file-${name}`, accept: file.accept })
  /** Null, and said why, where the service refuses it or is not there. */
  const asked = async (method, more = {}) => {
    const target = addressOf(file.path, values())
    if (!target) return void say('—', 'Say which row first.', 'warn')
    try {
      const headers = Object.fromEntries(headerList(more.headers ?? {}, role))
      const answer = await fetch(target, { method, headers, body: more.body })
      heard(true)
      if (answer.ok) return answer
      const { code, detail } = await answer.json()
      say('✕', `${answer.status} ${code}: ${detail}`, 'deny')
    } catch (error) {
      heard(false)
      say('✕', `The service could not be reached: ${error.message}.`, 'deny')
    }
  }
  const send = async () => {
    const [given] = chosen.files
    if (!given) return say('—', 'Choose a file first.', 'warn')
    const answer = await asked('PUT', { headers: { 'content-disposition': namedAs(given.name) }, body: given })
    if (!answer) return
    const { [name]: known } = await answer.json()
    say('✓', known ? `${known.name}, ${known.size.toLocaleString()} bytes, ${known.kind}` : 'Sent.', 'yes')
  }
  const open = async () => {
    const answer = await asked('GET')
    if (!answer) return
    const bytes = await answer.blob()
    save(bytes, nameOf(answer.headers.get('content-disposition')) ?? name)
    say('✓', `${bytes.size.toLocaleString()} bytes, ${bytes.type}`, 'yes')
  }
  const remove = async () => {
    if (await asked('DELETE')) say('✓', 'The row has no such file any more.', 'yes')
  }
  return h(
    'div',
    { class: 'file' },
    h('label', { for: `file-${name}` }, h('code', {}, name), ' ', h('span', { class: 'quiet small' }, type)),
    h(
      'div',
      { class: 'row' },
      chosen,
      h('button', { type: 'button', onclick: send }, `Send ${name}`),
      h('button', { type: 'button', class: 'bare', onclick: open }, `Download ${name}`),
      h('button', { type: 'button', class: 'bare', onclick: remove }, `Remove ${name}`),
    ),
    said,
  )
}

/** Null where a part of the key is not filled in. */
const addressOf = (path, values) => {
  const [, ...parts] = path
    .split('/')
    .map((part) => (part.startsWith(':') ? (values[`key.${part.slice(1)}`] ?? '') : part))
  return parts.includes('') ? null : `/${parts.map(encodeURIComponent).join('/')}`
}

/** RFC 6266 with RFC 8187: a name of any letters. */
const namedAs = (name) => `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`

const nameOf = (disposition) => {
  const [, name] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  return name === undefined ? null : decodeURIComponent(name)
}

const save = (bytes, name) => {
  const href = URL.createObjectURL(bytes)
  h('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
