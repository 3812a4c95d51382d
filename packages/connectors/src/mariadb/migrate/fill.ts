import { fillWith, literal } from '@charter/sql'
import type { Profile } from '../profile/profile.ts'
import { storageOf } from '../render/types.ts'

export const fillOf = ({ escaped }: Profile) =>
  fillWith({
    storage: storageOf,
    constant: (value) => {
      if (typeof value === 'object') return `x'${Buffer.from(value).toString('hex')}'`
      return typeof value === 'string' ? escaped(literal(value)) : String(value)
    },
    computed,
  })

const part = (bytes: number): string => `hex(random_bytes(${bytes}))`

const computed = {
  now: 'utc_timestamp(6)',
  today: 'utc_date()',
  // RFC 9562, version 4.
  uuid: `lower(concat(${part(4)}, '-', ${part(2)}, '-4', substr(${part(2)}, 2), '-', substr('89AB', 1 + floor(rand() * 4), 1), substr(${part(2)}, 2), '-', ${part(6)}))`,
}
