import { type Charter, checkCharter, parseCharter } from '@charter/charter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { clinicWords } from './clinic-words.ts'
import { draftCharter } from './draft.ts'

/** Drafts, and holds every draft to the same promise: the document is a charter without a finding. */
const drafted = (words: string) => {
  const draft = draftCharter(words)
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': draft.document })
  expect(diagnostics, draft.document).toEqual([])
  const findings = checkCharter(charter as Charter, {
    styles: ['rest', 'graphql', 'grpc', 'soap', 'mcp'].map((name) => ({ name, check: () => [] })),
    connectors: [{ name: 'sqlite', accepts: () => false, check: () => [] }],
  })
  expect(findings, draft.document).toEqual([])
  return { draft, charter: charter as Charter }
}

const entityIn = (charter: Charter, name: string) => {
  const found = charter.entities.find((each) => each.name === name)
  if (!found) throw new Error(`no ${name} among ${charter.entities.map((each) => each.name).join(', ')}`)
  return found
}
const typeOf = (charter: Charter, entity: string, field: string) =>
  entityIn(charter, entity).fields.find((each) => each.name === field)?.type
const allowed = (charter: Charter, entity: string) =>
  Object.fromEntries(
    entityIn(charter, entity).allow.map(({ role, do: actions, when }) => [
      role,
      when === undefined ? actions : [...actions, when],
    ]),
  )
const ones = (charter: Charter, entity: string) =>
  entityIn(charter, entity)
    .relations.filter(({ kind }) => kind === 'one')
    .map(({ name, target, isOptional }) => `${name}: ${target}${isOptional ? '?' : ''}`)

describe('the paragraph that npm start begins with', () => {
  const { draft, charter } = drafted(clinicWords)
  const written = parse(draft.document)

  test('is a clinic, with nothing assumed of what it says in full', () => {
    expect(charter.entities.map(({ name }) => name)).toEqual(['Patient', 'Prescription', 'EhrRecord', 'LabResult'])
    expect(charter.access.roles).toEqual(['clinician', 'pharmacist', 'auditor'])
    expect(charter).toMatchObject({
      name: 'clinic',
      title: 'Clinic',
      serves: ['rest', 'graphql', 'grpc', 'soap', 'mcp'],
    })
    expect(written).toMatchObject({ rest: { base: '/api' } })
    expect(draft.assumed).toEqual(['Prescription: endsAfterStart (what begins ends no earlier).'])
  })

  test('has the routes that such an API is expected to have', () => {
    expect(written.entities).toMatchObject({
      Patient: { relations: { ehrRecords: { many: 'EhrRecord', rest: { path: 'ehr/:id/records' } } } },
      LabResult: { rest: { path: 'labs/results' } },
    })
  })

  test('limits clinicians to their ward, over the patient where need be', () => {
    expect(allowed(charter, 'Patient').clinician).toContain('principal has ward && resource.ward == principal.ward')
    for (const name of ['Prescription', 'EhrRecord', 'LabResult'])
      expect(allowed(charter, name).clinician).toContain(
        'principal has ward && resource.patient.ward == principal.ward',
      )
    expect(allowed(charter, 'Patient').pharmacist).toEqual(['read', 'list'])
    expect(allowed(charter, 'Prescription').pharmacist).toEqual(['read', 'list', 'update'])
    expect(allowed(charter, 'EhrRecord')).not.toHaveProperty('pharmacist')
    expect(charter.entities.map(({ name }) => allowed(charter, name).auditor)).toEqual([
      ['audit'],
      ['audit'],
      ['audit'],
      ['audit'],
    ])
  })

  test('knows what is personal, what is listed and what must fit together', () => {
    const classes = entityIn(charter, 'Patient').fields.map(({ name, class: of }) => [name, of])
    expect(Object.fromEntries(classes)).toMatchObject({ name: 'pii', birthDate: 'phi', ssn: 'pii', email: 'pii' })
    expect(typeOf(charter, 'Prescription', 'state')).toEqual({
      kind: 'enum',
      values: ['written', 'dispensed', 'stopped'],
    })
    expect(entityIn(charter, 'Prescription').checks.map(({ text }) => text)).toEqual(['endsOn >= startsOn'])
    expect(entityIn(charter, 'EhrRecord').fields.find(({ name }) => name === 'body')?.class).toBe('phi')
    expect(charter.operations.map(({ name }) => name)).toEqual(['dischargePatient'])
  })

  test('each thing that it says is quoted from where it stands', () => {
    const { quoted = '', offset = -1 } = draft.lockProvenance['LabResult.isAbnormal'] ?? {}
    expect(quoted).toContain('whether it is abnormal')
    expect(clinicWords.slice(offset, offset + quoted.length)).toBe(quoted)
  })
})

describe('a thin request', () => {
  test('is filled with what such a business usually has, each marked', () => {
    const { draft, charter } = drafted('a library with members, books and loans')
    expect(charter.entities.map(({ name }) => name)).toEqual(['Member', 'Book', 'Loan'])
    expect(ones(charter, 'Loan').sort()).toEqual(['book: Book', 'member: Member'])
    expect(charter.access.roles, 'nobody is named, so nobody is invented').toEqual(['staff'])
    const assumed = ['Member.name', 'Book.title', 'Loan.borrowedOn', 'access.roles.staff']
    for (const path of assumed) expect(draft.lockProvenance[path]?.assumed, path).toBeDefined()
    expect(draft.document.split('\n').find((line) => line.includes('borrowedOn:'))).toContain('# assumed')
    expect(draft.lockProvenance.Book).toMatchObject({ quoted: 'books', offset: 24 })
  })

  test('has what a verb makes of those who do it and what they do it to', () => {
    const { charter } = drafted('members book classes, trainers see their own classes')
    expect(charter.entities.map(({ name }) => name)).toEqual(['Member', 'Class', 'Trainer', 'Booking'])
    expect(ones(charter, 'Booking').sort()).toEqual(['class: Class', 'member: Member'])
    expect(ones(charter, 'Class')).toEqual(['trainer: Trainer'])
    expect(allowed(charter, 'Class').trainer).toContain(
      'principal has trainerId && resource.trainerId == principal.trainerId',
    )
  })

  test('lets those who make rows see their own, and tells that it is assumed', () => {
    const { charter, draft } = drafted('members book classes, trainers see their own classes')
    const lines = charter.entities
      .find(({ name }) => name === 'Booking')
      ?.allow.map(({ role, do: actions, when }) => [role, actions, when])
    expect(lines).toEqual([
      ['member', ['create', 'read', 'list'], 'principal has memberId && resource.memberId == principal.memberId'],
    ])
    expect(draft.questions.map(({ sentence }) => sentence)).toContain(
      'What may a member see of bookings? The words say only who makes them. Assumed: those of their own, and no others.',
    )
  })

  test('says where whoever makes rows sees none of them, as nothing says whose they are', () => {
    const { draft } = drafted('A blood bank: staff register donors and record donations.')
    expect(draft.questions.map(({ sentence }) => sentence)).toContain(
      'What may staff see of donors? The words say only who makes them. Assumed: nothing, as no field says whose they are.',
    )
  })

  test('never says that the words do not say what they say', () => {
    const { draft } = drafted('members book classes, coaches run classes')
    expect(draft.analysis.relations.map(({ from, to, quoted }) => [from, to, quoted])).toContainEqual([
      'Class',
      'Coach',
      true,
    ])
    expect(draft.assumed.filter((sentence) => sentence.includes('usually belongs'))).toEqual([])
  })

  test('rests on the words that it was read from, and asks about those that nothing was made of', () => {
    const { draft } = drafted('Members book classes and see them on a dashboard')
    expect(draft.lockProvenance.Booking).toMatchObject({ quoted: 'book', offset: 8 })
    expect(draft.analysis.unused).toEqual([{ text: 'dashboard', offset: 39 }])
    expect(draft.questions[0]?.sentence).toBe('Nothing was made of "dashboard". Is any of it to be kept?')
  })

  test('may name its business alone', () => {
    const { draft, charter } = drafted('We need an API for a web shop')
    expect(charter.entities.map(({ name }) => name)).toEqual(['Customer', 'Product', 'Category', 'Order', 'OrderLine'])
    expect(ones(charter, 'OrderLine')).toEqual(['order: Order', 'product: Product'])
    expect(ones(charter, 'Order'), 'its lines tell of products').toEqual(['customer: Customer'])
    expect(draft.assumed).toHaveLength(11)
    expect(draft.questions[0]?.sentence).toContain('nothing in it')
  })

  test.each(['', 'x', '???', 'please help', 'no invoicing'])('that says nothing (%j) is asked about', (words) => {
    const { draft } = drafted(words)
    expect(draft.questions.some(({ sentence }) => sentence.startsWith('What does the API keep?'))).toBe(true)
  })
})

describe('prose', () => {
  test('of user stories: roles, states, conditions and operations', () => {
    const { charter } = drafted(`# Tool hire, first stories
As a desk clerk I want to register and update hires so that nothing gets lost.
- A hire is for one customer and has exactly one tool.
- It has a start date, an optional return date and a deposit.
- Status is one of open, returned, overdue.
As a workshop lead I want to see tools and cancel hires.
- I can manage the tools of my own branch.
A tool has a serial number (unique), a daily price and a size (small, medium, large). A tool belongs to one branch (name, city).
A customer has a name, a phone number and an e-mail.`)
    expect(ones(charter, 'Hire')).toEqual(['customer: Customer', 'tool: Tool'])
    expect(typeOf(charter, 'Hire', 'status')).toEqual({ kind: 'enum', values: ['open', 'returned', 'overdue'] })
    expect(typeOf(charter, 'Hire', 'startsOn')).toEqual({ kind: 'date' })
    expect(typeOf(charter, 'Tool', 'dailyPrice')).toMatchObject({ kind: 'decimal', scale: 2, min: '0.00' })
    expect(entityIn(charter, 'Tool').fields.find(({ name }) => name === 'serialNumber')).toMatchObject({
      isUnique: true,
    })
    expect(entityIn(charter, 'Branch').fields.map(({ name }) => name)).toEqual(['id', 'name', 'city'])
    expect(allowed(charter, 'Hire')).toMatchObject({
      'desk-clerk': ['create', 'update'],
      'workshop-lead': ['cancelHire'],
    })
    expect(allowed(charter, 'Tool')['workshop-lead']).toContain(
      'principal has branchId && resource.branchId == principal.branchId',
    )
  })

  test('in note form, with colons, slashes and a part per whole', () => {
    const { charter } = drafted(`- pump: tag, site, refrigerated y/n, flow rate
- several inspections per pump: inspected at, result: pass or fail, remarks (up to 500 characters)
- inspector: full control over inspections`)
    expect(typeOf(charter, 'Pump', 'isRefrigerated')).toEqual({ kind: 'boolean' })
    expect(ones(charter, 'Inspection')).toEqual(['pump: Pump'])
    expect(typeOf(charter, 'Inspection', 'result')).toEqual({ kind: 'enum', values: ['pass', 'fail'] })
    expect(typeOf(charter, 'Inspection', 'remarks')).toMatchObject({ kind: 'text', lengthMax: 500 })
    expect(typeOf(charter, 'Inspection', 'inspectedAt')).toEqual({ kind: 'instant' })
    expect(allowed(charter, 'Inspection').inspector).toEqual(['create', 'read', 'update', 'delete', 'list'])
  })

  test('of tables with columns', () => {
    const { charter } = drafted(
      'The posts table needs post_id, title, content, author_id and published_date. Create an authors table with author_name and email columns.',
    )
    expect(entityIn(charter, 'Post').fields.map(({ name }) => name)).toEqual([
      'id',
      'title',
      'content',
      'publishedDate',
      'authorId',
    ])
    expect(ones(charter, 'Post')).toEqual(['author: Author'])
    expect(typeOf(charter, 'Author', 'email')).toMatchObject({ format: 'email' })
  })

  test('in a table of its own', () => {
    const { charter } = drafted(
      '| what | columns |\n|---|---|\n| guest | full name, mobile, VIP yes/no |\n| reservation | party size, start, minutes |\n\nA reservation is for one guest.',
    )
    expect(entityIn(charter, 'Guest').fields.map(({ name }) => name)).toEqual(['id', 'name', 'mobile', 'isVip'])
    expect(ones(charter, 'Reservation')).toEqual(['guest: Guest'])
  })

  test('many on both sides becomes a many-to-many through something in between', () => {
    const { charter } = drafted('A course has a title and many students. A student has a name and many courses.')
    expect(entityIn(charter, 'Course').relations.find(({ name }) => name === 'students')?.through?.entity).toBe(
      'CourseStudent',
    )
    expect(ones(charter, 'CourseStudent').sort()).toEqual(['course: Course', 'student: Student'])
  })

  test('what is named only to be left out is left out', () => {
    const { charter } = drafted(
      'A ticket has a subject and a body. No invoicing. Attachments are out of scope. A dashboard is not part of this.',
    )
    expect(charter.entities.map(({ name }) => name)).toEqual(['Ticket'])
  })

  test('what is denied is not granted', () => {
    const { charter } = drafted(
      'A page has a title. Editors can create and change pages. Guests see pages. Guests cannot delete pages.',
    )
    expect(allowed(charter, 'Page')).toEqual({ editor: ['create', 'update'], guest: ['read', 'list'] })
  })

  test('a limit that the words ask for is never left out', () => {
    const { draft, charter } = drafted(
      'A shipment has a weight. Drivers see shipments of their own depot. Planners create shipments.',
    )
    expect(allowed(charter, 'Shipment').driver).toContain('principal has depot && resource.depot == principal.depot')
    expect(draft.lockProvenance['Shipment.depot']?.assumed).toBe('the words limit access by depot')
  })

  test('"own" limits what it is said of, and nothing else in the sentence', () => {
    const { charter } = drafted(
      'A pet has a name. An appointment is for one pet and one vet and has a start time. A vet has a name. Vets see all pets and their own appointments.',
    )
    expect(allowed(charter, 'Pet').vet).toEqual(['read', 'list'])
    expect(allowed(charter, 'Appointment').vet).toContain('principal has vetId && resource.vetId == principal.vetId')
  })

  test('"own" without anybody to be it is whoever created it, and asked about', () => {
    const { draft, charter } = drafted('A note has a title. Writers create notes and change their own notes.')
    expect(allowed(charter, 'Note').writer).toContain('resource.createdBy == principal.id')
    expect(draft.questions.map(({ about }) => about)).toContain('Note')
  })

  test('a page size is a limit', () => {
    expect(drafted('A tree has a height. Lists in pages of 50.').charter.limits.pageSizeDefault).toBe(50)
  })
})

test('an id is never a thing of its own', () => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': draftCharter('patient is for id').document })
  expect(diagnostics).toEqual([])
  expect(charter?.entities.map(({ name }) => name)).not.toContain('Id')
})

test('whatever the words, the draft is a charter without a finding, and the same each time', () => {
  const word = fc.constantFrom(
    'patient',
    'a',
    'has',
    'many',
    'orders',
    'own',
    'see',
    'can',
    'status',
    ':',
    ',',
    'and',
    '(',
    ')',
    'or',
    'one',
    'is for',
    '.\n',
    ';',
    '"',
    '#',
    '- ',
    "it's",
    '{',
    '&',
    '日本',
    'constructor',
    'id',
    'of their',
    'ward',
    'table',
    'cancel',
    'is a',
    'exactly one',
    'while',
    'unless',
    'with',
    'keeps',
    'cannot',
    'As a',
    'I want to',
    'page size 20',
    'cvv',
    '|',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (parts) => {
      const words = parts.join(' ')
      const { draft } = drafted(words)
      expect(draftCharter(words)).toEqual(draft)
    }),
    { numRuns: 400 },
  )
})

test('a long text is read in time that grows with it', () => {
  const words = Array.from(
    { length: 2000 },
    (_, at) => `A thing${at} has a name, a size (small, large) and one thing${at - 1}.`,
  ).join('\n')
  expect(draftCharter(words)).toBeDefined()
})

test.each([
  [
    'An order has a quantity between 200 and 600 and a note.',
    'Order',
    'quantity',
    { kind: 'int32', min: 200, max: 600 },
  ],
  [
    'An order has a quantity that is a whole number between 200 and 600.',
    'Order',
    'quantity',
    { kind: 'int32', min: 200, max: 600 },
  ],
  ['An order has a quantity of at most 12.', 'Order', 'quantity', { kind: 'int32', max: 12 }],
  ['A part has a code of 3 to 8 characters.', 'Part', 'code', { kind: 'text', lengthMin: 3, lengthMax: 8 }],
])('%s: what is said of a range is kept', (words, entity, field, type) => {
  expect(typeOf(drafted(words).charter, entity, field)).toMatchObject(type)
})

test.each([
  ['todo app', 'Todo'],
  ['Build a todo list app.', 'Todo list'],
  ['a tool hire service', 'Tool hire'],
])('%s is called %s', (words, title) => {
  expect(drafted(words).charter.title).toBe(title)
})

test('no article is a title', () => {
  expect(drafted('An API.').charter.title).not.toBe('An')
})

test('a claim that one role needs is asked of nobody else: it may be absent, and the rule looks whether it is there', () => {
  const { charter } = drafted(
    'A shipment has a weight. Drivers see shipments of their own depot. Planners create shipments.',
  )
  expect(charter.access.principal.map(({ name, isRequired }) => [name, isRequired])).toContainEqual(['depot', false])
  expect(allowed(charter, 'Shipment').driver).toContain('principal has depot && resource.depot == principal.depot')
})
