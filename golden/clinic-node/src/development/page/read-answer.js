/**
 * What an answer says whatever carried it: the rows of an entity, in one spelling, or the refusal. A style's carrier is not
 * known here: rows are known by their key and fields, a refusal by its code.
 */
export const readAnswer = (data, operation, style, answer) => {
  if (answer.fault !== undefined) return { fault: answer.fault }
  const tree = answer.value ?? treeOf(answer.text)
  const entity = isTrail(operation) ? entries : data.entities.find(({ name }) => name === answeredEntity(operation))
  const spelled = style.spellings[entity?.name] ?? {}
  const rows = entity ? rowsIn(tree, entity, keyFieldsOf(data, entity), answer.value ? {} : spelled) : []
  const refusal = rows.length > 0 && answer.isOk ? null : refusalIn(tree, data.problems)
  return { refusal, rows: refusal ? [] : rows, why: whyIn(tree), isTrail: isTrail(operation) }
}

/** Whether what is told is the record of a row, not the row. */
export const isTrail = ({ id }) => id.endsWith('.audit')

/** An entry of the record, as if it were a row: every style tells these of it. */
const entries = {
  name: '.audit',
  fields: ['id', 'at', 'operation', 'outcome'].map((name) => ({ name, type: 'text' })),
}

/** `Prescription.list` below a patient answers prescriptions. */
const answeredEntity = ({ id, entity }) => (id.includes('.') ? id.split('.')[0] : entity)

const keyFieldsOf = (data, { name }) =>
  name === entries.name
    ? ['id', 'at', 'outcome']
    : (data.operations.find(({ id, keyFields }) => id === `${name}.read` && keyFields.length > 0)?.keyFields ?? [])

const treeOf = (text) => {
  const trimmed = text.trimStart()
  if (trimmed.startsWith('<'))
    return elementTree(new DOMParser().parseFromString(text, 'application/xml').documentElement)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance'

/** An element as an object of its children by local name; text where it has none. */
const elementTree = (element) => {
  if (element.getAttributeNS(instance, 'nil') === 'true') return null
  if (element.children.length === 0) return element.textContent
  const children = Map.groupBy(element.children, ({ localName }) => localName)
  return Object.fromEntries(
    [...children].map(([name, all]) => [name, all.length === 1 ? elementTree(all[0]) : all.map(elementTree)]),
  )
}

/** `birth_date` and `birthDate` are one name. */
const plain = (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const depthMax = 24

/** Values of an answer, outermost first; JSON within text is read too. */
function* valuesIn(value, depth = 0) {
  if (depth > depthMax || value === null) return
  if (typeof value === 'string') {
    if (/^[[{]/.test(value)) yield* valuesIn(treeOf(value), depth + 1)
    return
  }
  if (typeof value !== 'object') return
  yield value
  for (const child of Object.values(value)) yield* valuesIn(child, depth + 1)
}

/** The outermost objects that are rows: they have the key and another field. */
const rowsIn = (tree, entity, keyFields, spelled) => {
  const fields = entity.fields.filter(({ isStructured }) => !isStructured)
  const names = namesOf(fields, spelled)
  const wanted = Math.min(Math.max(keyFields.length + 1, 2), fields.length)
  const rows = []
  const visit = (value, depth) => {
    if (value === null || typeof value !== 'object' || depth > depthMax) return
    const row = rowOf(value, names)
    if (row.found >= wanted && keyFields.every((name) => row.values[name] !== undefined)) rows.push(row.values)
    else for (const child of Object.values(value)) visit(child, depth + 1)
  }
  visit(tree, 0)
  return rows
}

/** What an answer calls a field: as the charter does, unless the style has another name or other values for it. */
const namesOf = (fields, spelled) => {
  const others = Object.entries(spelled)
  const renamed = new Set(others.map(([, { field }]) => field))
  return new Map([
    ...fields.filter(({ name }) => !renamed.has(name)).map((field) => [plain(field.name), { field, values: {} }]),
    ...others.flatMap(([name, { field, values = {} }]) => {
      const found = fields.find((each) => each.name === field)
      return found ? [[plain(name), { field: found, values }]] : []
    }),
  ])
}

/** Values as text, nulls left out: a style may leave out what has no value. */
const rowOf = (object, names) => {
  const found = Array.isArray(object) ? [] : Object.entries(object).filter(([name]) => names.has(plain(name)))
  const texts = found.flatMap(([name, value]) => {
    const { field, values } = names.get(plain(name))
    return value === null || typeof value === 'object' ? [] : [[field.name, values[value] ?? textOf(field, value)]]
  })
  return { found: found.length, values: Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

const textOf = ({ type }, value) => (type.startsWith('float64') ? String(Number(value)) : String(value))

/** The first object with a code of the closed list, and the sentence beside it or around it. */
const refusalIn = (tree, codes) => {
  let around = null
  for (const value of valuesIn(tree)) {
    const code = [value.code, value.reason]
      .filter((each) => typeof each === 'string')
      .map((each) => each.toLowerCase().replaceAll('_', '-'))
      .find((each) => codes.includes(each))
    if (code) return { code, detail: value.detail ?? value.message ?? around ?? '', errors: errorsIn(value) }
    if (typeof value.message === 'string') around = value.message
  }
  return null
}

/** Every field error, as `/dose too-small`. */
const errorsIn = (refusal) =>
  [...valuesIn(refusal)]
    .filter((value) => value !== refusal && typeof value.path === 'string' && typeof value.code === 'string')
    .map(({ path, code }) => `${path} ${code}`)
    .sort()

const whyIn = (tree) => {
  for (const value of valuesIn(tree))
    if (typeof value.sentence === 'string') return { sentence: value.sentence, rule: value.rule ?? null }
  return null
}

/** Eight digits of the SHA-256 of what was told: equal digits are equal rows. */
export const digestOf = async (value) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)))
  return [...new Uint8Array(bytes).slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
