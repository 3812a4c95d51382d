import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalXml } from './canonical-xml.ts'
import { readXml } from './xml.ts'

const of = (text: string, inclusive?: readonly string[]) => canonicalXml(readXml(Buffer.from(text)), inclusive)

describe('examples of the recommendations', () => {
  test('Canonical XML 1.0 section 3.3: start and end tags', () => {
    const text = `<doc>
   <e1   />
   <e2   ></e2>
   <e3   name = "elem3"   id="elem3"   />
   <e5 a:attr="out" b:attr="sorted" attr2="all" attr="I'm"
      xmlns:b="http://www.ietf.org"
      xmlns:a="http://www.w3.org"
      xmlns="http://example.org"/>
   <e6 xmlns="" xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="" xmlns:a="http://www.w3.org">
            <e9 xmlns="" xmlns:a="http://www.ietf.org" a:x="1"/>
         </e8>
      </e7>
   </e6>
</doc>`
    expect(of(text)).toBe(`<doc>
   <e1></e1>
   <e2></e2>
   <e3 id="elem3" name="elem3"></e3>
   <e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I'm" attr2="all" b:attr="sorted" a:attr="out"></e5>
   <e6>
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="">
            <e9 xmlns:a="http://www.ietf.org" a:x="1"></e9>
         </e8>
      </e7>
   </e6>
</doc>`)
  })

  test('Canonical XML 1.0 section 3.4: character references', () => {
    const text = `<doc><text>First line&#x0d;&#10;Second line</text><value>&#x32;</value><compute expr="value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; ?'valid':'error'">&gt;</compute><norm attr=" &apos;   &#x20;&#13;&#xa;&#9;   &apos; "/></doc>`
    expect(of(text)).toBe(
      `<doc><text>First line&#xD;\nSecond line</text><value>2</value><compute expr="value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; ?'valid':'error'">&gt;</compute><norm attr=" '    &#xD;&#xA;&#x9;   ' "></norm></doc>`,
    )
  })

  test('Exclusive Canonicalization section 2.2: an element is the same wherever it was taken from', () => {
    const inside =
      '<n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2>'
    const alone = of(inside)
    const within = readXml(
      Buffer.from(`<n0:pdu xmlns:n0="http://foobar.org" xmlns:n1="http://example.net" xmlns:n3="x">${inside}</n0:pdu>`),
    )
    const [child] = within.children
    expect(typeof child === 'object' && canonicalXml(child)).toBe(alone)
    expect(alone).toBe(
      '<n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>',
    )
  })

  test('prefixes that are to be included are rendered where they are in scope, and once', () => {
    const text = '<a xmlns:xs="urn:xs" xmlns:no="urn:no" xmlns="urn:d"><b t="xs:string"/></a>'
    expect(of(text, ['xs', 'other'])).toBe('<a xmlns="urn:d" xmlns:xs="urn:xs"><b t="xs:string"></b></a>')
    expect(of('<p:a xmlns:p="urn:p" xmlns="urn:d"/>', ['#default'])).toBe('<p:a xmlns="urn:d" xmlns:p="urn:p"></p:a>')
  })
})

interface Oracle {
  readonly ExclusiveCanonicalization: new () => {
    process(node: unknown, options: { readonly inclusiveNamespacesPrefixList: readonly string[] }): string
  }
}
interface Parser {
  readonly DOMParser: new () => { parseFromString(text: string, type: string): { readonly documentElement: unknown } }
}
const require = createRequire(import.meta.url)
const { ExclusiveCanonicalization } = require('xml-crypto/lib/exclusive-canonicalization') as Oracle
const { DOMParser } = require('@xmldom/xmldom') as Parser

const prefix = fc.constantFrom('', 'a', 'b', 'c')
const uri = fc.constantFrom('urn:1', 'urn:2', 'urn:3')
const text = fc
  .string({
    unit: fc.constantFrom(
      'x',
      ' ',
      '\n',
      'é',
      '漢',
      '😀',
      '&amp;',
      '&lt;',
      '&gt;',
      '&quot;',
      '&#13;',
      '&#9;',
      '&#10;',
      "'",
      '>',
    ),
  })
  .filter((value) => !value.includes(']]>'))

interface Node {
  readonly prefix: string
  readonly declared: Readonly<Record<string, string>>
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Node | string)[]
}
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    prefix,
    declared: fc.dictionary(prefix, uri, { maxKeys: 2 }),
    attributes: fc.dictionary(
      fc.tuple(prefix, fc.constantFrom('m', 'n', 'z')).map(([of, name]) => (of === '' ? name : `${of}:${name}`)),
      text.map((value) => value.replaceAll('\n', ' ')),
      { maxKeys: 3 },
    ),
    children: fc.array(fc.oneof({ maxDepth: 3 }, text, tie('node')), { maxLength: 3 }),
  }),
}))

const written = ({ prefix: of, declared, attributes, children }: Node): string => {
  const tag = of === '' ? 'e' : `${of}:e`
  const namespaces = Object.entries(declared).map(
    ([name, value]) => ` xmlns${name === '' ? '' : `:${name}`}="${value}"`,
  )
  const values = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  const inside = children.map((child) => (typeof child === 'string' ? child : written(child)))
  return `<${tag}${namespaces.join('')}${values.join('')}>${inside.join('')}</${tag}>`
}

test('random documents come out as they do from another implementation', () => {
  let compared = 0
  fc.assert(
    fc.property(node, fc.subarray(['a', 'b', 'c']), (document, inclusive) => {
      const xml = `<root xmlns:a="urn:a" xmlns:b="urn:b" xmlns:c="urn:c">${written(document)}</root>`
      let ours: string
      try {
        ours = of(xml, inclusive)
      } catch {
        // Two prefixes may mean one namespace, and two attributes then one name: that is no XML.
        return
      }
      compared++
      const { documentElement } = new DOMParser().parseFromString(xml, 'text/xml')
      expect(ours).toBe(
        new ExclusiveCanonicalization().process(documentElement, { inclusiveNamespacesPrefixList: inclusive }),
      )
    }),
    { numRuns: 2000 },
  )
  expect(compared).toBeGreaterThan(1000)
})

test('what is canonical is read back as it is', () => {
  fc.assert(
    fc.property(node, (document) => {
      const xml = `<root xmlns:a="urn:a" xmlns:b="urn:b" xmlns:c="urn:c">${written(document)}</root>`
      try {
        readXml(Buffer.from(xml))
      } catch {
        return
      }
      expect(of(of(xml))).toBe(of(xml))
    }),
  )
})
