import { type Charter, checkCharter, type Diagnostic, parseCharter } from '@charter/charter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editCharter } from './edit-charter.ts'
import { library, shop } from './testing/charters.ts'

const check = (files: Readonly<Record<string, string>>): readonly Diagnostic[] => {
  const { charter, diagnostics } = parseCharter(files)
  const context = {
    styles: ['rest', 'graphql', 'grpc', 'soap', 'mcp'].map((name) => ({ name, check: () => [] })),
    connectors: [{ name: 'sqlite', accepts: () => false, check: () => [] }],
  }
  return charter ? [...diagnostics, ...checkCharter(charter, context)] : diagnostics
}

const edit = (words: string, text = shop) => {
  const { files, ...rest } = editCharter(words, { 'charter.yaml': text }, { check })
  const after = files['charter.yaml'] ?? ''
  return { ...rest, after, ...linesBetween(text, after), charter: parseCharter(files).charter as Charter }
}

/** Lines that are gone and lines that came, each trimmed. */
const linesBetween = (before: string, after: string) => {
  const [was, is] = [before.split('\n'), after.split('\n')]
  const without = (all: readonly string[], others: readonly string[]) => {
    const left = [...others]
    return all.filter((line) => {
      const at = left.indexOf(line)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  return { gone: without(was, is).map((line) => line.trim()), come: without(is, was).map((line) => line.trim()) }
}

test('the charters of these tests have no findings', () => {
  expect(check({ 'charter.yaml': shop })).toEqual([])
  expect(check(library)).toEqual([])
})

describe('one line changes, and no other', () => {
  const phone = 'phone: { type: text, format: phone, class: pii, optional: true }'
  test.each([
    ['add a phone number to clients', phone],
    ['Please add a phone number to each client.', phone],
    ['clients also need a phone number', phone],
    ['give every client a phone number', phone],
    ['For clients: add a phone number', phone],
    [
      'clients also have a loyalty level: bronze, silver or gold',
      'loyaltyLevel: { type: enum, values: [bronze, silver, gold], optional: true }',
    ],
    ['add a boolean field archived to invoices', 'archived: { type: boolean, default: false }'],
    ['add field vatRate (decimal) to invoices', 'vatRate: { type: decimal, precision: 12, scale: 2, optional: true }'],
    [
      "I'd like orders to have a discount",
      'discount: { type: decimal, precision: 5, scale: 2, min: 0, max: 100, optional: true }',
    ],
    ["the tax number isn't required", 'taxNumber: { type: text, length: 1..40, optional: true }'],
    ['status of invoices: open, paid or void', 'status: { type: enum, values: [open, paid, void], default: open }'],
    [
      'clerks should only be able to read clients',
      'clerk: { do: [read, list], when: resource.branch == principal.branch }',
    ],
    ['make quantity a decimal', 'quantity: { type: decimal, min: 0, precision: 12, scale: 2 }'],
    ['change the type of quantity to a decimal', 'quantity: { type: decimal, min: 0, precision: 12, scale: 2 }'],
    ['the total needs three decimals', 'total: { type: decimal, precision: 13, scale: 3, min: 0 }'],
    [
      'order status can also be refunded',
      'status: { type: enum, values: [draft, sent, paid, refunded], default: draft }',
    ],
    [
      'add refunded as a status of orders',
      'status: { type: enum, values: [draft, sent, paid, refunded], default: draft }',
    ],
    ['the status of orders can no longer be paid', 'status: { type: enum, values: [draft, sent], default: draft }'],
    ['make the email optional', 'email: { type: text, length: ..254, format: email, class: pii, optional: true }'],
    ['the email must be unique', 'email: { type: text, length: ..254, format: email, class: pii, unique: true }'],
    ['make the notes required', 'notes: { type: text, length: ..4000 } # free'],
    ['limit notes to 500 characters', 'notes: { type: text, length: ..500, optional: true } # free'],
    ['the default of the order status is sent', 'status: { type: enum, values: [draft, sent, paid], default: sent }'],
    ['quantity must be between 1 and 100', 'quantity: { type: int32, min: 1, max: 100 }'],
    ['treat birth date as PII', 'birthDate: { type: date, max: today, class: pii }'],
    ['encrypt the tax number', 'taxNumber: { type: text, length: 1..40, protect: encrypt }'],
    ['make it GraphQL too', 'serves: [rest, graphql]'],
    [
      'only managers may delete orders',
      'clerk: { do: [create, read, update, list], when: resource.client.branch == principal.branch }',
    ],
    [
      'orders can only be deleted by managers',
      'clerk: { do: [create, read, update, list], when: resource.client.branch == principal.branch }',
    ],
    [
      'stop clerks from deleting orders',
      'clerk: { do: [create, read, update, list], when: resource.client.branch == principal.branch }',
    ],
    [
      'clerks may no longer delete orders',
      'clerk: { do: [create, read, update, list], when: resource.client.branch == principal.branch }',
    ],
    ['managers may delete invoices', 'manager: { do: [create, read, update, list, delete] }'],
    ['let managers delete invoices', 'manager: { do: [create, read, update, list, delete] }'],
  ])('%s', (words, line) => {
    const { come, gone, notUnderstood, isRefused } = edit(words)
    expect({ come, notUnderstood, isRefused }).toEqual({ come: [line], notUnderstood: [], isRefused: false })
    expect(gone.length).toBeLessThanOrEqual(1)
  })
})

test('lines of other roles stay as they are laid out', () => {
  const laidOut = shop.replace(
    /( +)manager: (\{ do: \[create, read, update, delete, list\] \})\n/,
    '$1manager:\n$1  - { do: [create, read, update] }\n$1  - { do: [delete, list] } # and this\n',
  )
  expect(laidOut).not.toBe(shop)
  expect(edit('only clerks may see the tax number', laidOut).come).toEqual([
    'taxNumber: { type: text, length: 1..40, reveal: tax-number }',
    'clerk: { do: [create, read, update, list], when: resource.branch == principal.branch, reveal: [tax-number] }',
  ])
})

test('a limit is put after what goes before it', () => {
  expect(edit('page size 50, at most 300 per page').come).toEqual([
    'limits:',
    'pageSizeDefault: 50',
    'pageSizeMax: 300',
  ])
  expect(edit('page size 50. At most 500 per page').come).toEqual([
    'limits:',
    'pageSizeDefault: 50',
    'pageSizeMax: 500',
  ])
  expect(edit('100 requests per minute').notUnderstood[0]?.hint).toMatch(/no limit on requests/)
})

describe('a rename goes everywhere', () => {
  test('of an entity: relations, their fields, conditions, groups, operations', () => {
    const { after, steps, questions, moved } = edit('call clients customers')
    expect(
      after.replace(
        /was: client| client: \{ do| client\]|role client|client_id|clientId: \{ type|has clientId|principal\.clientId/gi,
        '',
      ),
    ).not.toMatch(/client/i)
    expect(after).toContain('customer: { one: Customer, was: client }')
    expect(after).toContain('unique: [[number, customerId]]')
    expect(after).toContain('when: resource.customer.branch == principal.branch')
    expect(steps[0]?.path).toBe('Customer')
    expect(moved).toMatchObject({
      Client: 'Customer',
      'Client.email': 'Customer.email',
      'Order.client': 'Order.customer',
    })
    expect(questions[0]?.choices).toEqual(['rename the role client to customer'])
  })

  test('of a field: conditions over relations, checks, samples', () => {
    const { after } = edit('rename branch to office; rename sentOn to shippedOn')
    expect(after).toContain('office: { type: text, length: 1..60, was: branch }')
    expect(after).toContain('when: resource.client.office == principal.branch')
    expect(after).toContain('rule: dueOn >= shippedOn')
    expect(after).toContain('office: north }')
  })

  test('of a role and an operation', () => {
    const { after, gone } = edit('Rename the role clerk to agent. Rename the operation cancelOrder to voidOrder.')
    expect(after).not.toMatch(/clerk|do: \[.*cancelOrder/)
    expect(after).toContain('was: cancelOrder')
    expect(gone).toHaveLength(5)
  })

  test('and is refused where Cedar speaks of it', () => {
    const policies = 'policies: |\n  forbid (principal, action, resource is Order) when { resource.notes == "x" };\n'
    expect(edit('rename notes to remarks', shop + policies).notUnderstood[0]?.hint).toMatch(/policies/)
    expect(edit('rename Order to Purchase', shop + policies).after).toContain('resource is Purchase')
  })

  test('back and forth leaves nothing', () => {
    expect(edit('rename notes to remarks. rename remarks to notes').come).toEqual([])
  })
})

describe('who may what', () => {
  test('own rows, narrowed beside the limit that holds', () => {
    expect(edit('clerks can only edit draft orders').come).toEqual([
      'clerk: [{ do: [create, read, delete, list], when: resource.client.branch == principal.branch }, { do: [update], when: resource.client.branch == principal.branch && resource.status == "draft" }]',
    ])
    expect(edit('clients may only see their own orders').steps[0]?.did).toMatch(/Nothing to do/)
  })

  test('a limit in words is found over relations, and never widens a right', () => {
    const { questions, come } = edit('clerks may update orders when status is draft')
    expect(come).toEqual([])
    expect(questions[0]?.choices).toEqual(['clerks may only update orders when status is draft'])
  })

  test('a new role comes to be with what it may do', () => {
    const { charter, come } = edit('auditors may read everything except invoices')
    expect(charter.access.roles).toContain('auditor')
    expect(come).toEqual([
      'roles: [manager, clerk, client, auditor]',
      'auditor: { do: [read, list] }',
      'auditor: { do: [read, list] }',
    ])
    expect(edit('add a role auditor who may read everything except invoices').come).toEqual(come)
  })

  test('a word misspelled is asked about', () => {
    expect(edit('mangers may delete invoices')).toMatchObject({
      come: [],
      questions: [{ choices: ['manager may delete invoices', expect.any(String)] }],
    })
  })

  test('seeing one field is a right of its own', () => {
    const { come } = edit('clerks can no longer see notes')
    expect(come[0]).toContain('reveal: notes } # free')
    expect(come.slice(1).every((line) => /^(?:manager|client): .*reveal: \[notes\]/.test(line))).toBe(true)
    expect(edit('mask the tax number').come[0]).toContain('reveal: tax-number, mask: { last: 4 }')
  })

  test('an operation is made with the right to it', () => {
    const { charter } = edit('a manager can approve an order')
    expect(charter.operations.map(({ name }) => name)).toEqual(['cancelOrder', 'approveOrder'])
    expect(charter.entities[1]?.allow[0]?.do).toContain('approveOrder')
  })
})

describe('things of their own', () => {
  test('an entity with fields and relations', () => {
    const { charter, questions } = edit('add suppliers with a name, an email and many invoices')
    expect(charter.entities.map(({ name }) => name)).toEqual(['Client', 'Order', 'Invoice', 'Supplier'])
    expect(charter.entities[2]?.relations).toMatchObject([{ name: 'supplier', target: 'Supplier', isOptional: true }])
    expect(questions[0]?.choices).toContain('everyone may see suppliers')
  })

  test('several of one thing', () => {
    expect(edit('an order can have several invoices').come).toEqual([
      'invoices: { many: Invoice, inverse: order }',
      'relations:',
      'order: { one: Order, optional: true }',
    ])
  })

  test('split and merged, with what becomes of the data asked', () => {
    const parted = edit('split name into first name and last name')
    expect(parted.come.slice(0, 2)).toEqual([
      'firstName: { type: text, length: 1..120, class: pii, optional: true }',
      'lastName: { type: text, length: 1..120, class: pii, optional: true }',
    ])
    expect(parted.questions[0]?.choices).toEqual(['keep Client.name as an optional field'])
    expect(edit('split name into first name and last name. keep Client.name as an optional field').come).toContain(
      'name: { type: text, length: 1..120, class: pii, optional: true }',
    )
    expect(edit('merge dueOn and sentOn into shippedOn').come).toEqual([
      'shippedOn: { type: date, optional: true, was: dueOn }',
    ])
    expect(edit('split Client into Customer and Prospect').charter.entities.map(({ name }) => name)).toEqual([
      'Customer',
      'Order',
      'Invoice',
      'Prospect',
    ])
    expect(edit('merge Client and Invoice into Party').charter.entities.map(({ name }) => name)).toEqual([
      'Party',
      'Order',
    ])
  })

  test('removed with what leads to it', () => {
    expect(edit('remove orders').charter.entities.map(({ name }) => name)).toEqual(['Client', 'Invoice'])
    expect(edit('remove the notes').gone).toHaveLength(1)
    expect(edit('remove the client from orders').notUnderstood[0]?.hint).toMatch(/rests on it/)
  })
})

describe('nothing is guessed', () => {
  test('what could be two things is asked, with words that are understood as choices', () => {
    const { questions, come } = edit('status can also be refunded')
    expect(come).toEqual([])
    expect(questions[0]?.choices).toEqual(['Order.status can also be refunded', 'Invoice.status can also be refunded'])
    for (const choice of questions[0]?.choices ?? []) expect(edit(choice).come).toHaveLength(1)
  })

  test('what is not understood is said with its place, and the rest is done', () => {
    const { notUnderstood, come } = edit('Make notes required. Bananas are yellow.')
    expect(come).toHaveLength(1)
    expect(notUnderstood).toMatchObject([
      { text: 'Bananas are yellow', offset: 21, hint: expect.stringContaining('"') },
    ])
    expect(edit('add a phone number to customers').notUnderstood[0]?.hint).toMatch(/Client, Order and Invoice/)
  })

  test('an edit that breaks the charter is refused whole', () => {
    const broken = edit('turn dueOn into a timestamp; make the email optional')
    expect(broken).toMatchObject({ isRefused: true, come: [], gone: [] })
    expect(broken.findings[0]?.code).toBe('bad-check')
    expect(edit('make the email optional', 'charter: 1\nname: [').isRefused).toBe(true)
  })

  test('every choice of every question is understood', () => {
    for (const words of [
      'add suppliers with a name',
      'mask the tax number',
      'add a phone number to clients',
      'add an operation archive on orders',
      'call clients customers',
    ])
      for (const { choices } of edit(words).questions)
        for (const choice of choices) expect(edit(`${words}. ${choice}`).notUnderstood, choice).toEqual([])
  })
})

test('several commands in one text, as sentences, bullets and clauses', () => {
  const { steps, notUnderstood } = edit(
    'Rename Client.email to mail, make it optional and add a note to orders.\n- managers may delete invoices\n- and then mask the tax number',
  )
  expect(notUnderstood).toEqual([])
  expect(steps.map(({ path }) => path)).toEqual([
    'Client.mail',
    'Client.mail',
    'Order.note',
    'Invoice.allow.manager',
    'Client.taxNumber',
  ])
})

test('an entity in a file of its own is edited, renamed and added there', () => {
  const { files } = editCharter('call books volumes; add a subtitle to volumes; add shelves with a code', library, {
    check,
  })
  expect(Object.keys(files).sort()).toEqual([
    'charter.yaml',
    'entities/Loan.yaml',
    'entities/Shelf.yaml',
    'entities/Volume.yaml',
  ])
  expect(files['entities/Volume.yaml']).toMatch(/^was: Book\n[\s\S]*subtitle: /m)
  expect(files['entities/Loan.yaml']).toContain('volume: { one: Volume, was: book }')
})

test('two renames in one breath are two', () => {
  const { steps } = edit('Rename the entity Invoice to Bill and the field amount to sum')
  expect(steps.map(({ path }) => path)).toEqual(['Bill', 'Bill.sum'])
})

test('whatever is said, it is done soundly, asked about, or said not to be understood', () => {
  const word = fc.constantFrom(
    ...'add remove rename split merge make the to from of into and only may can not see delete orders clients invoices status email notes total managers clerks everyone role field optional decimal Order.status draft paid own is are has several 3 "x" : , ; . ( it everything default mask as constructor __proto__ key audit'.split(
      ' ',
    ),
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 9 }), (words) => {
      const { after, steps, isRefused, charter } = edit(words.join(' '))
      expect(charter).not.toBeNull()
      expect(after === shop || (steps.length > 0 && !isRefused)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test.each([
  'clients get deleted after 10 years',
  'remove orders older than 5 years',
  'keep clients for at most 3 months',
  'orders are archived after two years',
  'the retention of orders is 7 years',
])('%s: how long rows are kept is no field', (words) => {
  const { after, notUnderstood } = edit(words)
  expect(after).toBe(shop)
  expect(notUnderstood).toMatchObject([{ hint: expect.stringContaining('How long rows are kept') }])
})

const drafted = `charter: 1
name: shop
access:
  accepts: [jwt]
  roles: [clerk, admin, store-keeper] # assumed: admin, store-keeper
entities:
  Product:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow:
      clerk: { do: [read, list] }
      admin: { do: [create, read, update, delete, list, audit] }
      store-keeper: { do: [create, read] }
questions:
  - { kind: question, about: access, sentence: 'Who looks after Product? Assumed: admin.', choices: [clerk, admin] }
  - { kind: question, about: Product, sentence: 'What may an admin see of products? The words say only who makes them.' }
  - { kind: question, about: Product, sentence: 'Is a product sold by the piece?', choices: [yes, no, admin] }
  - { kind: assumed, about: access, sentence: 'The roles admin and store-keeper (nobody else may create Product).' }
`
const textAfter = (words: string, before = drafted): string =>
  editCharter(words, { 'charter.yaml': before }).files['charter.yaml'] ?? ''

describe('a role that goes', () => {
  test('leaves no comment, question, choice or assumption behind', () => {
    const after = textAfter('drop the role admin')
    expect(after).toContain('roles: [clerk, store-keeper] # assumed: store-keeper\n')
    expect(after.match(/^ {2}- \{.*/gm)).toEqual([
      "  - { kind: question, about: Product, sentence: 'Is a product sold by the piece?', choices: ['yes', 'no'] }",
      '  - { kind: assumed, about: access, sentence: The role store-keeper (nobody else may create Product). }',
    ])
    expect(after).not.toContain('admin')
  })

  test('takes the whole comment with it where it was the last', () => {
    expect(textAfter('drop the role admin; drop the role store-keeper')).toContain('roles: [clerk]\n')
  })
})

describe('an entity that comes', () => {
  const lines = (before: string) =>
    /Supplier:[\s\S]*?allow:\n((?: {6}.*\n)+)/.exec(textAfter('add suppliers with a name', before))?.[1]

  test('is looked after by the role that may do everything elsewhere, as it may there', () => {
    expect(lines(drafted)?.trim()).toBe('admin: { do: [create, read, update, delete, list, audit] }')
  })

  test('else by the one that makes rows elsewhere, and by none that only looks on', () => {
    expect(lines(textAfter('drop the role admin'))?.trim()).toBe(
      'store-keeper: { do: [create, read, update, delete, list] }',
    )
    const onlyReaders = textAfter('drop the role admin; drop the role store-keeper')
    expect(lines(onlyReaders)).toBeUndefined()
    const { questions } = editCharter('add suppliers with a name', { 'charter.yaml': onlyReaders })
    expect(questions[0]).toMatchObject({
      sentence: 'Who may do what with suppliers? Assumed: nobody anything yet.',
      choices: ['clerk may do everything with suppliers', 'clerk may see suppliers'],
    })
  })
})
