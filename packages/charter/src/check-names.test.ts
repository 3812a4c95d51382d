import { expect, test } from 'vitest'
import { checkCharter, parseCharter } from './index.ts'

test.each(['create', 'list', 'aggregate', 'changes'])(
  'an operation is not called `%s`, as what every entity does is',
  (name) => {
    const { charter } = parseCharter({
      'charter.yaml': `charter: 1
name: shop
entities: { A: { key: id, fields: { id: uuid } } }
operations: { ${name}: { entity: A } }
`,
    })
    const found = charter && checkCharter(charter, { styles: [], connectors: [] })
    expect(found?.filter(({ code }) => code === 'name-clash')).toMatchObject([{ path: `operations.${name}` }])
  },
)
