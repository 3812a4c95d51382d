import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from '../draft.ts'
import { checkDrafted } from '../testing/check-drafted.ts'

const orders = 'An order has a title and a total. Clerks manage orders. Packers create orders.'

test.each([
  [
    'There is a CSV export of orders at /exports/orders.csv.',
    'exportsOrdersCsv: { path: exports/orders.csv, answers: [text/csv], roles: [clerk] }',
  ],
  [
    'We need a PDF receipt of an order at /orders/{id}/receipt.',
    'ordersIdReceipt: { path: orders/:id/receipt, answers: [application/pdf], roles: [clerk] }',
  ],
  ['A report of orders is available at /reports/orders.', 'reportsOrders: { path: reports/orders, roles: [clerk] }'],
  [
    'A calendar feed at /feeds/orders.ics for packers.',
    'feedsOrdersIcs: { path: feeds/orders.ics, answers: [text/calendar], roles: [packer] }',
  ],
  [
    'A webhook at /hooks/stripe which clerks call.',
    'hooksStripe: { path: hooks/stripe, verb: post, body: { type: application/json, as: bytes }, roles: [clerk] }',
  ],
])('%s', (sentence, route) => {
  const { document, asked } = checkDrafted(`${orders} ${sentence}`)
  expect(document.replaceAll("'", '')).toContain(route)
  expect(asked).toContain('Its code is to be written.')
})

test('what is called without signing in is open, and asked about', () => {
  const draft = draftCharter(`${orders} A webhook at /hooks/stripe that Stripe calls without signing in.`)
  expect(parseCharter({ 'charter.yaml': draft.document }).diagnostics).toEqual([])
  expect(draft.document.replaceAll("'", '')).toContain('body: { type: application/json, as: bytes }, open: true }')
  expect(draft.questions.map(({ sentence }) => sentence).join('\n')).toContain('may anybody call /hooks/stripe?')
})

test('who may call it is asked where nobody is known who may', () => {
  const { document, asked } = checkDrafted(`${orders} A webhook at /hooks/stripe.`)
  expect(document).not.toContain('routes:')
  expect(asked).toContain('"A webhook at /hooks/stripe": who may call it?')
})

test.each([
  'Orders are served at /orders.',
  'A report of orders at /orders.',
  'There is a CSV export of orders.',
  'A file has a path.',
])('no route: %s', (sentence) => expect(checkDrafted(`${orders} ${sentence}`).document).not.toContain('routes:'))

test('what is kept is served as its rows are', () => {
  const { document } = checkDrafted('A report has a title. Clerks manage reports. Reports are served at /lab/reports.')
  expect(document).toContain('rest: { path: ')
  expect(document).not.toContain('routes:')
})

const more = `${orders} Managers see orders. Customers create orders.`

test.each([
  'A CSV export of orders at /exports/orders.csv that nobody may call without signing in.',
  'A CSV export of orders at /exports/orders.csv which is not open to everybody.',
  'A CSV export of orders at /exports/orders.csv that not everyone can download.',
  'A CSV export of orders at /exports/orders.csv where nobody gets in without a token.',
  'A webhook at /hooks/stripe, which not everybody may call.',
  'A CSV export of orders at /exports/orders.csv which customers cannot call.',
  'A CSV export of orders at /exports/orders.csv which customers never get.',
  'A CSV export of orders at /exports/orders.csv without customer names, for managers.',
  'A CSV export of orders at /exports/orders.csv for managers that only has orders of their own region and without amounts.',
  'A CSV export of orders at /exports/orders.csv for managers of the region.',
  'A CSV export of non-public orders at /exports/orders.csv for managers.',
  'A webhook at /hooks/stripe which the bank calls.',
])('what may keep somebody out makes no route, and is asked: %s', (sentence) => {
  const { document, asked } = checkDrafted(`${more} ${sentence}`)
  expect(document).not.toContain('routes:')
  expect(asked).toContain('who may call it? Nothing was made of it.')
})

test('whose rows they are is not who calls it', () => {
  const { document } = checkDrafted(`${more} A CSV export of customer orders at /exports/orders.csv.`)
  expect(document.replaceAll("'", '')).toMatch(/exportsOrdersCsv: .*roles: \[(?:clerk, )?manager\]/)
})

test.each([
  ['There is a public CSV export of orders at /exports/orders.csv.', 'open: true'],
  ['There is a CSV export of orders at /exports/orders.csv, open to everybody.', 'open: true'],
  ['A CSV export of orders at /exports/orders.csv that anybody may download.', 'open: true'],
  ['A CSV export of orders at /exports/orders.csv for managers and clerks.', 'roles: [manager, clerk]'],
  ['A CSV export of orders at /exports/orders.csv that managers may download.', 'roles: [manager]'],
])('%s', (sentence, who) => {
  expect(draftCharter(`${more} ${sentence}`).document).toMatch(
    new RegExp(`exportsOrdersCsv: .*${who.replace(/[[\]]/g, '\\$&')} \\}`),
  )
})

test.each([
  [
    '- GET /orders/map.json, public',
    'ordersMapJson: { path: orders/map.json, answers: [application/json], open: true }',
  ],
  [
    '- POST /readings for clerks',
    'readings: { path: readings, verb: post, body: { type: application/json, as: bytes }, roles: [clerk] }',
  ],
  [
    'Clerks need a PDF of an order at /orders/:id/slip.pdf.',
    'ordersIdSlipPdf: { path: orders/:id/slip.pdf, answers: [application/pdf], roles: [clerk] }',
  ],
  [
    'The scan itself comes from /orders/:id/scan, only for clerks.',
    'ordersIdScan: { path: orders/:id/scan, roles: [clerk] }',
  ],
  [
    'The carrier sends events to /hooks/carrier, which is open to everybody since the carrier does not sign in.',
    'hooksCarrier: { path: hooks/carrier, verb: post, body: { type: application/json, as: bytes }, open: true }',
  ],
  [
    'A news feed is at /news.xml and needs no login.',
    'newsXml: { path: news.xml, answers: [application/xml], open: true }',
  ],
  [
    'A CSV export of orders at /exports/orders.csv, only clerks may download it.',
    'exportsOrdersCsv: { path: exports/orders.csv, answers: [text/csv], roles: [clerk] }',
  ],
])('%s', (sentence, route) => {
  expect(draftCharter(`${orders}\n${sentence}`).document.replaceAll("'", '')).toContain(route)
})

test('several of a sentence are each a route', () => {
  const { document } = draftCharter(
    `${orders} We would also like a calendar of orders at /orders/all.ics which clerks can fetch, and a public price list at /prices.json that anyone can call without signing in.`,
  )
  expect(document).toContain("path: 'orders/all.ics', answers: ['text/calendar'], roles: [clerk]")
  expect(document).toMatch(/path: prices\.json, answers: \['application\/json'\], open: true/)
})
