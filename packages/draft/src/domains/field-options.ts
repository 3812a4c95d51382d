/** Fields that every trade has, spelled once. Each is what stands behind a field's name in a charter. */
export const name = { type: 'text', length: '1..120' }
export const personName = { type: 'text', length: '1..120', class: 'pii' }
export const title = { type: 'text', length: '1..200' }
/** What people call a row by: an order number, a policy number. */
export const number = { type: 'text', length: '1..40', unique: true }
export const note = { type: 'text', length: '..4000', optional: true }
export const email = { type: 'text', length: '..254', format: 'email', class: 'pii' }
export const phone = { type: 'text', format: 'phone', class: 'pii', optional: true }
export const address = { type: 'text', length: '1..300', class: 'pii' }
export const birthDate = { type: 'date', max: 'today', class: 'pii' }
export const country = { type: 'text', format: 'country' }
export const currency = { type: 'text', format: 'currency' }
export const money = { type: 'decimal', precision: 12, scale: 2, min: 0 }
export const percent = { type: 'decimal', precision: 5, scale: 2, min: 0, max: 100 }
export const quantity = { type: 'int32', min: 1, default: 1 }
export const count = { type: 'int32', min: 0, default: 0 }
/** Kilograms, or whatever unit stands beside it. */
export const weight = { type: 'decimal', precision: 12, scale: 3, min: 0 }
export const day = { type: 'date' }
export const dayMaybe = { type: 'date', optional: true }
export const today = { type: 'date', default: 'today' }
export const moment = { type: 'instant' }
export const momentMaybe = { type: 'instant', optional: true }
export const now = { type: 'instant', default: 'now' }
export const no = { type: 'boolean', default: false }
export const yes = { type: 'boolean', default: true }
