import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXml, type XmlElement, XmlRefused, xmlBounds } from './xml.ts'

const refusal = (text: string | Uint8Array): string => {
  try {
    readXml(typeof text === 'string' ? Buffer.from(text) : text)
    return 'read'
  } catch (error) {
    // Whatever comes, it is refused in a sentence, and is no bug.
    expect(error).toBeInstanceOf(XmlRefused)
    return (error as XmlRefused).message
  }
}

test('elements, attributes, namespaces and text, with references in them', () => {
  const root = readXml(
    Buffer.from(
      `<?xml version='1.0'?>\r\n<a xmlns="urn:d" xmlns:p="urn:p" p:x='1&#10;2'\r\n y="&lt;&amp;"> &gt;<p:b/>&#x1F600;</a>`,
    ),
  )
  expect(root).toMatchObject({
    name: 'a',
    namespace: 'urn:d',
    attributes: [
      { prefix: 'p', name: 'x', namespace: 'urn:p', value: '1\n2' },
      { prefix: '', name: 'y', namespace: '', value: '<&' },
    ],
    children: [' >', { prefix: 'p', name: 'b', namespace: 'urn:p', children: [] }, '😀'],
  })
})

test.each<[string, RegExp]>([
  ['<!DOCTYPE a><a/>', /Document types/],
  ['<a><!-- --></a>', /Document types/],
  ['<a><![CDATA[x]]></a>', /Document types/],
  ['<a><?x y?></a>', /Document types/],
  [' <?xml version="1.0"?><a/>', /Document types/],
  ['<?xml version="1.0" encoding="latin1"?><a/>', /Document types/],
  ['<a>\u0001</a>', /characters/],
  ['<a>\uFFFE</a>', /characters/],
  ['\uFEFF<a/>', /well-formed/],
  ['<a x="\u0000"/>', /characters/],
  ['<a>&#1;</a>', /well-formed/],
  ['<a>&#xFFFFFF;</a>', /well-formed/],
  ['<a>&x;</a>', /well-formed/],
  ['<a>& </a>', /well-formed/],
  ['<a>]]></a>', /well-formed/],
  ['<a x="<"/>', /well-formed/],
  ['<a x=1/>', /well-formed/],
  ['<a x/>', /well-formed/],
  ['<a x="1"y="2"/>', /well-formed/],
  ['<a x="1" x="2"/>', /well-formed/],
  ['<a xmlns:p="u" xmlns:q="u" p:x="" q:x=""/>', /well-formed/],
  ['<a xmlns:p="u" xmlns:p="u"/>', /well-formed/],
  ['<a xmlns:p=""/>', /well-formed/],
  ['<p:a/>', /well-formed/],
  ['<a p:x=""/>', /well-formed/],
  ['<a xmlns:xml="u"/>', /well-formed/],
  ['<a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>', /well-formed/],
  ['<a xmlns="http://www.w3.org/XML/1998/namespace"/>', /well-formed/],
  ['<a xmlns=" u"/>', /well-formed/],
  ['<a xmlns:p="u "/>', /well-formed/],
  ['<a xmlns:p=" "/>', /well-formed/],
  ['<xmlns:a/>', /well-formed/],
  ['<é/>', /well-formed/],
  ['<a é=""/>', /well-formed/],
  ['<a xmlns:é="u"/>', /well-formed/],
  ['<a xmlns:xmlns="u"/>', /well-formed/],
  ['<a xmlns="http://www.w3.org/2000/xmlns/"/>', /well-formed/],
  ['<a:b:c/>', /well-formed/],
  ['<1a/>', /well-formed/],
  ['< a/>', /well-formed/],
  ['<a></b>', /well-formed/],
  ['<a xmlns:p="u"></p:a>', /well-formed/],
  ['<a><b></a></b>', /well-formed/],
  ['<a>', /well-formed/],
  ['', /well-formed/],
  ['x<a/>', /well-formed/],
  ['<a/>x', /more than one element/],
  ['<a/><a/>', /more than one element/],
])('%j is refused', (text, sentence) => {
  expect(refusal(text)).toMatch(sentence)
})

test('bounds, each at what is still read and what is not any more', () => {
  const { depthMax, elementsMax, attributesMax, bytesMax } = xmlBounds
  const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
  const wide = (elements: number) => `<r>${'<a/>'.repeat(elements - 1)}</r>`
  const rich = (attributes: number) => `<a ${Array.from({ length: attributes }, (_, at) => `a${at}=""`).join(' ')}/>`
  const long = (bytes: number) => `<a>${'x'.repeat(bytes - 7)}</a>`
  for (const [make, most] of [
    [nested, depthMax],
    [wide, elementsMax],
    [rich, attributesMax],
    [long, bytesMax],
  ] as const) {
    expect(refusal(make(most))).toBe('read')
    expect(refusal(make(most + 1))).toMatch(/too many|at most/)
  }
})

test('bytes that are not UTF-8 are refused', () => {
  for (const bytes of [[0xff], [0xc0, 0xbc], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]])
    expect(refusal(Buffer.from([0x3c, 0x61, 0x3e, ...bytes, 0x3c, 0x2f, 0x61, 0x3e]))).toMatch(/UTF-8/)
})

test('whatever comes is read or refused, and quickly', () => {
  const piece = fc.constantFrom(
    '<a',
    '<a>',
    '</a>',
    '/>',
    '>',
    ' x="',
    '"',
    "'",
    ' ',
    '&',
    '&amp;',
    '&#',
    ';',
    '<',
    '=',
    ':',
    'xmlns',
    'p:',
    '\n',
    'é',
    '<!',
    '?>',
    ']]>',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      refusal(pieces.join(''))
    }),
    { numRuns: 3000 },
  )
  const started = performance.now()
  for (const text of [' ', '<a ', '<a x', '<a x=', '<a x="', 'a:', '&', '&#', '<?xml ', '<?xml version="1.0" '])
    for (const rest of [' ', 'a', ':', '<', '"', '&', '=']) refusal(`${text}${rest.repeat(60_000)}`)
  expect(performance.now() - started).toBeLessThan(3000)
})

test('namespaces are not copied from element to element, and attributes and namespaces are few in all', () => {
  const declarations = (count: number) => Array.from({ length: count }, (_, at) => ` xmlns:n${at}="u"`).join('')
  const root = readXml(Buffer.from(`<a${declarations(60)}><b xmlns:x="u"/><c/></a>`))
  const [b, c] = root.children as readonly XmlElement[]
  expect([...(b?.scope.declared ?? [])]).toEqual([['x', 'u']])
  expect(b?.scope.outer).toBe(root.scope)
  expect(c?.scope).toBe(root.scope)
  expect(refusal(`<a>${`<b${declarations(2)}/>`.repeat(65)}</a>`)).toMatch(/too many namespaces/)
  expect(refusal(`<a>${'<b c="" d="" e="" f=""/>'.repeat(501)}</a>`)).toMatch(/too many attributes/)
})
