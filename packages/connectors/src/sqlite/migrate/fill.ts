import { fillWith, literal } from '@charter/sql'
import { storageOf } from '../render/storage.ts'

export const fill = fillWith({
  storage: (charter, field) => storageOf(charter, field, true),
  constant: (value) => {
    if (typeof value === 'object') return `x'${Buffer.from(value).toString('hex')}'`
    return typeof value === 'string' ? literal(value) : String(value)
  },
  computed: {
    now: `CAST(unixepoch('subsec') * 1000000 AS INTEGER)`,
    today: `date('now')`,
    // RFC 9562, version 4.
    uuid: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  },
})
