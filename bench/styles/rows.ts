import type { JsonObject } from '@charter/runtime'
import type { RowSet } from '@charter/runtime/service'

/** The one region that is asked about: that of the caller's token, and a constant in the peers. */
export const region = 'north'
const customers = 400
const purchasesEach = 5
const linesEach = 5

const uuid = (kind: number, at: number): string =>
  `00000000-0000-7000-8${kind.toString().padStart(3, '0')}-${at.toString(16).padStart(12, '0')}`

const regionOf = (at: number): string => (at % 2 === 0 ? region : 'south')

const ids = Array.from({ length: customers }, (_, at) => at)
  .filter((at) => regionOf(at) === region)
  .map((at) => uuid(1, at))

/** A customer of the region, another each time. */
export const customerAt = (at: number): string => ids[(at * 7) % ids.length] ?? ''

/** Customers of two regions, five purchases each, of five lines each. */
export const benchRows = (): RowSet => [
  {
    entity: 'Customer',
    rows: Array.from(
      { length: customers },
      (_, at): JsonObject => ({
        id: uuid(1, at),
        name: `Customer ${at} & Söhne`,
        email: `customer${at}@example.org`,
        region: regionOf(at),
        visits: at * 3,
        credit: `${100 + at}.50`,
        isActive: at % 3 !== 0,
        joinedAt: '2026-01-05T08:30:00Z',
      }),
    ),
  },
  {
    entity: 'Purchase',
    rows: Array.from(
      { length: customers * purchasesEach },
      (_, at): JsonObject => ({
        id: uuid(2, at),
        number: at,
        total: `${10 + (at % 90)}.25`,
        placedAt: '2026-02-05T10:00:00Z',
        customerId: uuid(1, Math.floor(at / purchasesEach)),
      }),
    ),
  },
  {
    entity: 'PurchaseLine',
    rows: Array.from(
      { length: customers * purchasesEach * linesEach },
      (_, at): JsonObject => ({
        id: uuid(3, at),
        product: `Product ${at % 40}`,
        quantity: 1 + (at % 9),
        price: '4.75',
        purchaseId: uuid(2, Math.floor(at / linesEach)),
      }),
    ),
  },
]
