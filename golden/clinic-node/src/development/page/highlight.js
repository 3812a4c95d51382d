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

const xmlToken = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([^\s<>/]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g

/** XML text as nodes: names of elements, attributes, values. */
export const highlightXml = (text) => {
  const nodes = []
  let at = 0
  for (const found of text.matchAll(xmlToken)) {
    const [whole, slash, name, rest] = found
    nodes.push(text.slice(at, found.index))
    if (name === undefined) nodes.push(h('span', { class: 'comment' }, whole))
    else nodes.push(`<${slash}`, h('span', { class: 'key' }, name), ...attributeNodes(rest), '>')
    at = found.index + whole.length
  }
  return [...nodes, text.slice(at)]
}

const attributeNodes = (text) =>
  text.split(/("[^"]*"|'[^']*')/).map((part, at) => (at % 2 === 1 ? h('span', { class: 'text' }, part) : part))

/** A line for each element, indented; the text of an element stays on its line. */
export const prettyXml = (text) => {
  const parts = text.match(/<[^>]*>|[^<]+/g) ?? []
  const lines = []
  let depth = 0
  for (const part of parts) {
    const isTag = part.startsWith('<')
    if (!isTag && part.trim() === '') continue
    const isClosing = part.startsWith('</')
    if (isClosing) depth--
    const last = lines.at(-1)
    if (last && (last.isOpen || last.isText) && (!isTag || isClosing)) {
      lines[lines.length - 1] = { text: last.text + part, isText: !isTag, isOpen: false }
    } else lines.push({ text: `${'  '.repeat(Math.max(depth, 0))}${part}`, isOpen: isTag && !isClosing })
    if (isTag && !isClosing && !/^<[?!]|\/>$/.test(part)) depth++
    else if (isTag) lines[lines.length - 1].isOpen = false
  }
  return lines.map((line) => line.text).join('\n')
}

const graphqlToken =
  /("(?:\\.|[^"\\])*")|(\$\w+)|\b(query|mutation|subscription|fragment|on|true|false|null)\b|(\w+)(?=\s*:)/g

/** A GraphQL document as nodes. */
export const highlightGraphql = (text) => {
  const nodes = []
  let at = 0
  for (const found of text.matchAll(graphqlToken)) {
    const [whole, string, variable, word, name] = found
    nodes.push(text.slice(at, found.index))
    const of = string ? 'text' : variable ? 'literal' : word ? 'word' : name ? 'key' : ''
    nodes.push(h('span', { class: of }, whole))
    at = found.index + whole.length
  }
  return [...nodes, text.slice(at)]
}

/** A line for each field, indented. */
export const prettyGraphql = (text) => {
  const tokens = text.match(/"(?:\\.|[^"\\])*"|\([^()]*\)|[{}]|[^\s{}()"]+/g) ?? []
  let depth = 0
  let out = ''
  tokens.forEach((token, at) => {
    const before = tokens[at - 1] ?? ''
    if (token === '}') out += `\n${'  '.repeat(--depth)}}`
    else if (token === '{') {
      depth++
      out += ' {'
    } else if (token.startsWith('(')) out += token
    else if (depth > 0 && !before.endsWith(':') && before !== 'on' && token !== 'on' && !token.startsWith('@'))
      out += `\n${'  '.repeat(depth)}${token}`
    else out += `${out === '' ? '' : ' '}${token}`
  })
  return out
}

/** A body in its language, as people read it: its parts, each with a name where there are several. */
export const readable = (language, text) => {
  if (language === 'graphql') return graphqlParts(text)
  return [language === 'xml' || text.trimStart().startsWith('<') ? xmlPart(text) : jsonPart(text)]
}

const xmlPart = (text) => ({ name: '', nodes: highlightXml(prettyXml(text)) })

const jsonPart = (text, name = '') => ({ name, nodes: highlightJson(pretty(text)) })

const graphqlParts = (text) => {
  try {
    const { query, variables = {} } = JSON.parse(text)
    return [
      { name: 'Document', nodes: highlightGraphql(prettyGraphql(query)) },
      ...(Object.keys(variables).length > 0 ? [jsonPart(JSON.stringify(variables), 'Variables')] : []),
    ]
  } catch {
    return [jsonPart(text)]
  }
}
