import { h } from './dom.js'

const jsonToken = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** JSON text as nodes: names, texts and literals told apart. */
export const highlightJson = (text) => {
  const nodes = []
  let at = 0
  for (const found of text.matchAll(jsonToken)) {
    const [whole, string, colon] = found
    nodes.push(text.slice(at, found.index))
    if (string) nodes.push(h('span', { class: colon ? 'key' : 'text' }, string), colon ?? '')
    else nodes.push(h('span', { class: 'literal' }, whole))
    at = found.index + whole.length
  }
  return [...nodes, text.slice(at)]
}

/** One line of YAML as nodes. */
export const highlightYaml = (line) => {
  const comment = /(^|\s)#.*$/.exec(line)
  const body = comment ? line.slice(0, comment.index) : line
  const nodes = []
  let at = 0
  for (const found of body.matchAll(/([\w$-]+)(:)(?=\s|$)|('[^']*'|"[^"]*")/g)) {
    nodes.push(body.slice(at, found.index))
    nodes.push(
      found[1] ? h('span', { class: 'key' }, found[1]) : h('span', { class: 'text' }, found[3]),
      found[2] ?? '',
    )
    at = found.index + found[0].length
  }
  return [...nodes, body.slice(at), comment ? h('span', { class: 'comment' }, comment[0]) : null]
}

/** JSON as people read it; other text as it is. */
export const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
