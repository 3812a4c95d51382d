import type { Widening } from './widening.ts'

/** One widening as a sentence without its end: `pharmacist may now read Patient.ssn (pii): no → yes`. */
export const wideningText = (widening: Widening): string => {
  const { entity, field, class: label, before, after } = widening
  return `${wideningClaim(widening, `${entity}.${field} (${label})`)}: ${before} → ${after}`
}

/** Who a widening is about: a role, two that one person holds, or whoever is signed in. */
export const wideningHolder = ({ kind, roles }: Widening): string =>
  kind !== 'sees' ? 'everyone' : roles.length === 0 ? 'whoever is signed in' : roles.join(' with ')

/** What they may do with the field now, `what` standing for it. */
export const wideningClaim = (widening: Widening, what: string): string => {
  const ways = widening.ways.join(' and ')
  switch (widening.kind) {
    case 'class':
      return `${what} is classified otherwise`
    case 'protect':
      return `${what} is protected less`
    case 'mask':
      return `the mask of ${what} shows more`
    default: {
      const may = `${wideningHolder(widening)} may now ${ways} ${what}`
      if (widening.before === 'no') return may
      return widening.isCertain ? `${may} on more rows` : `${may} where it cannot be shown that the rows are no more`
    }
  }
}
