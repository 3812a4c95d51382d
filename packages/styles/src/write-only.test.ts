import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { styles } from './index.ts'

const read = (more: string) => {
  const text = `charter: 1
name: shop
serves: [${styles.map(({ name }) => name).join(', ')}]
mcp: { tools: all }
access: { roles: [clerk] }
entities:
  Target:
    key: id
    fields:
      id: { type: uuid, default: generated }
      url: { type: text, length: 1..80 }
      passcode: { type: int32${more} }
    allow: { clerk: { do: [create, read, update, list] } }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}

const contractsOf = (name: string): string => {
  const style = styles.find((each) => each.name === name)
  const charter = read(', writeOnly: true')
  return Object.values(style?.contract(charter, style.surface(charter) as never) ?? {}).join('\n')
}

/** The parts of a text that begin like this, each to its end. */
const partsOf = (text: string, begin: RegExp, end: string): readonly string[] =>
  [...text.matchAll(begin)].map(({ index }) => text.slice(index, text.indexOf(end, index)))

test('OpenAPI has it in what is sent, as `writeOnly`, and nowhere else', () => {
  const { components, paths } = JSON.parse(contractsOf('rest'))
  expect(components.schemas.Target.properties).not.toHaveProperty('passcode')
  expect(components.schemas.TargetCreate.properties.passcode).toMatchObject({ writeOnly: true })
  expect(components.schemas.TargetCreate.required).toContain('passcode')
  expect(components.schemas.TargetPatch.properties.passcode).toMatchObject({ writeOnly: true })
  expect(components.schemas.TargetReplace.required).not.toContain('passcode')
  expect(JSON.stringify(paths)).not.toMatch(/filter\[passcode|sort[^}]*passcode/)
})

test('GraphQL has it in the inputs of values alone', () => {
  const text = contractsOf('graphql')
  const holding = partsOf(text, /^(?:type|input|enum) \w+/gm, '\n}').filter((part) => part.includes('passcode'))
  expect(holding.map((part) => part.split(/\s/, 2).join(' ')).sort()).toEqual([
    'input TargetCreateValue',
    'input TargetPatch',
    'input TargetReplaceValue',
  ])
})

test('proto has it in the message that requests and answers share, and says that no answer holds it', () => {
  const text = contractsOf('grpc')
  const holding = partsOf(text, /^message \w+/gm, '\n}').filter((part) => part.includes('passcode'))
  expect(holding.map((part) => part.split(/\s/, 2)[1])).toEqual(['Target'])
  expect(holding[0]).toMatch(/\/\/ In requests alone[^;]*passcode/)
})

test('WSDL has it in what is sent alone', () => {
  const rows = partsOf(contractsOf('soap'), /<xs:complexType name="\w+"/g, '</xs:complexType>')
  const holding = rows.filter((part) => part.includes('passcode')).map((part) => part.match(/name="(\w+)"/)?.[1])
  expect(holding.length).toBeGreaterThan(0)
  expect(holding.filter((name) => !/Create|Replace|Update/.test(name ?? ''))).toEqual([])
})

test('MCP has it in the inputs of tools alone', () => {
  const { tools, $defs } = JSON.parse(contractsOf('mcp'))
  const text = JSON.stringify($defs?.Target ?? tools.map((tool: { outputSchema: object }) => tool.outputSchema))
  expect(text).not.toContain('passcode')
  expect(JSON.stringify([tools, $defs])).toContain('passcode')
})

describe.each(styles)('$name', (style) => {
  test('what its contract says is read back as what the charter says', () => {
    const charter = read(', writeOnly: true')
    const surface = style.surface(charter) as never
    expect(JSON.stringify(style.contract(charter, surface))).toContain('passcode')
    const breaks = style.breaks(read(''), charter).filter(({ severity }) => severity === 'breaking')
    expect(breaks.length).toBeGreaterThan(0)
  })
})
