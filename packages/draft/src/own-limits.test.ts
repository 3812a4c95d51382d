import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

/** The condition under which a role sees each entity; null where there is none. */
const seenBy = (words: string, role: string): Readonly<Record<string, string | null>> => {
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  return Object.fromEntries(
    (charter?.entities ?? []).flatMap(({ name, allow }) =>
      allow
        .filter((line) => line.role === role && line.do.includes('read'))
        .map(({ when = null }) => [name, when] as const),
    ),
  )
}

const tours =
  'Planners manage tours, bookings, guides and regions. A region has a name. A guide has a name and works in one region. A tour is in one region and has a date. A booking has a date, is for one tour and one guide.'
const region = 'principal has regionId && resource.regionId == principal.regionId'
const guide = 'principal has guideId && resource.guideId == principal.guideId'

test.each([
  ['Guides see the tours of their own region and their own bookings.', { Tour: region, Booking: guide }],
  ['Guides see their own bookings and the tours of their own region.', { Tour: region, Booking: guide }],
  ['Guides see the tours of their region and their bookings.', { Tour: region, Booking: guide }],
  ['Guides see their own tours and bookings.', { Tour: guide, Booking: guide }],
  ['Guides see their tours, bookings.', { Tour: guide, Booking: guide }],
  ['Guides see all tours and their own bookings.', { Tour: null, Booking: guide }],
  ['Guides see tours and bookings of their own region.', { Tour: region, Booking: region }],
])('%s', (words, seen) => {
  expect(seenBy(`${tours} ${words}`, 'guide')).toEqual(seen)
})

test('in a short idea, too', () => {
  const words =
    'Nurses see the shifts of their own ward and their own assignments. A shift is on one ward. An assignment is of one nurse to one shift. A nurse works on one ward. Planners manage wards, shifts, assignments and nurses. Head nurses approve swap requests.'
  const { Shift, Assignment } = seenBy(words, 'nurse')
  expect(Shift).toBe('principal has wardId && resource.wardId == principal.wardId')
  expect(Assignment).toContain('nurseId == principal.nurseId')
})

test('what belongs to a thing is not its role’s', () => {
  const words = 'A case has a number. A piece has a name and belongs to one case. Clerks manage cases and their pieces.'
  expect(seenBy(words, 'clerk')).toEqual({ Case: null, Piece: null })
})
