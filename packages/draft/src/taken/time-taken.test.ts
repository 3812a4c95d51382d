import { expect, test } from 'vitest'
import { draftCharter } from '../draft.ts'

/** By the text of the draft. */
const conditionIn = (words: string, deed = 'cancelBooking'): string | null => {
  const { document } = draftCharter(words)
  const [, quoted, plain] =
    new RegExp(`do: \\[(?:[\\w, ]*, )?${deed}(?:, [\\w, ]*)?\\], when: (?:'([^']*)'|([^'}]*)) \\}`).exec(document) ?? []
  return quoted ?? plain ?? null
}

const bookings = 'A booking has a start time and an end date. Clerks manage bookings and cancel bookings.'

test.each([
  ['Clerks may cancel a booking until it starts.', 'context.now < resource.startTime'],
  ['Clerks can cancel bookings only before they start.', 'context.now < resource.startTime'],
  ['A booking can be cancelled until its start.', 'context.now < resource.startTime'],
  [
    'Clerks may cancel a booking within 24 hours of making it.',
    'context.now < resource.createdAt.offset(duration("24h"))',
  ],
  [
    'Clerks may cancel a booking within two weeks after it was made.',
    'context.now < resource.createdAt.offset(duration("14d"))',
  ],
  [
    'Clerks may cancel a booking for 30 minutes after they made it.',
    'context.now < resource.createdAt.offset(duration("30m"))',
  ],
  [
    'Clerks may cancel a booking until one day before the start.',
    'context.now < resource.startTime.offset(duration("-1d"))',
  ],
  [
    'Clerks may cancel their bookings no later than 2 hours before they begin.',
    'context.now < resource.startTime.offset(duration("-2h"))',
  ],
  [
    'Bookings can be cancelled by clerks up to 3 days before their end.',
    'context.today < resource.endsOn.offset(duration("-3d"))',
  ],
  ['Clerks may cancel a booking only after it has ended.', 'context.today > resource.endsOn'],
  ['A booking can no longer be cancelled once it has started.', 'context.now < resource.startTime'],
  ['Bookings cannot be cancelled after they have ended.', 'context.today <= resource.endsOn'],
  ['Clerks may not cancel a booking after it has started.', 'context.now < resource.startTime'],
])('%s', (sentence, condition) => expect(conditionIn(`${bookings} ${sentence}`)).toBe(condition))

test.each([
  'Clerks must cancel a booking before it starts.',
  'Bookings must be cancelled before they start.',
  'Every booking should be cancelled within 24 hours of making it.',
  'A booking will be cancelled before it starts.',
])('what has to be done by then is no limit on who may: %s', (sentence) => {
  const { document } = draftCharter(`${bookings} ${sentence}`)
  expect(document).not.toMatch(/context\.(?:now|today)/)
})

test.each([
  [
    'Clerks may cancel a booking within 24 hours after it starts.',
    'context.now >= resource.startTime && context.now < resource.startTime.offset(duration("24h"))',
  ],
  [
    'Clerks may cancel a booking within 14 days after it ends.',
    'context.today > resource.endsOn && context.today < resource.endsOn.offset(duration("14d"))',
  ],
  [
    'Clerks may cancel a booking until two days after it has ended.',
    'context.today < resource.endsOn.offset(duration("2d"))',
  ],
])('what begins with an event is not allowed before it: %s', (sentence, condition) =>
  expect(conditionIn(`${bookings} ${sentence}`)).toBe(condition),
)

test.each([
  ['as long as it has not ended', 'context.today <= resource.endsOn'],
  ['until its end', 'context.today <= resource.endsOn'],
  ['before its end', 'context.today < resource.endsOn'],
  ['before it ends', 'context.today < resource.endsOn'],
  ['once it has ended', 'context.today > resource.endsOn'],
  ['from its end date on', 'context.today >= resource.endsOn'],
])('of a day: %s', (limit, condition) =>
  expect(conditionIn(`${bookings} Clerks may cancel a booking ${limit}.`)).toBe(condition),
)

test('a day of the beginning is not one before it', () => {
  const words = 'A visit has a title and a start date. Nurses manage visits.'
  const updated = (limit: string) => conditionIn(`${words} Nurses may update a visit ${limit}.`, 'update')
  expect(updated('until it starts')).toBe('context.today < resource.startsOn')
  expect(updated('once it has started')).toBe('context.today >= resource.startsOn')
})

test('the right under a limit is not asked about again', () => {
  const { questions } = draftCharter(`${bookings} Clerks may cancel a booking until it starts.`)
  expect(questions.map(({ sentence }) => sentence).join()).not.toContain('Nothing was made of it')
})

test('a time of what a row refers to is reached by its reference', () => {
  const words =
    'A lesson has a title and a start time. A booking has a note and belongs to one lesson. Clerks manage bookings and cancel bookings.'
  expect(conditionIn(`${words} Clerks may cancel a booking until the lesson starts.`)).toBe(
    'context.now < resource.lesson.startTime',
  )
})

test('a start that only these words speak of is drafted, as is when a row was made', () => {
  const words = 'A visit has a title. Nurses see and update visits.'
  const start = draftCharter(`${words} Nurses may update a visit until it starts.`)
  expect(start.document).toContain('startsAt: { type: instant }')
  expect(start.lockProvenance['Visit.startsAt']?.quoted).toBe('Nurses may update a visit until it starts.')
  const made = draftCharter(`${words} Nurses may update a visit within one hour of creating it.`)
  expect(made.document).toContain('createdAt: { type: instant, default: now, readOnly: true }')
})

test('an optional time has to be there', () => {
  expect(
    conditionIn(
      'A booking has a title and an optional due date. Clerks manage bookings. Clerks may update a booking until its due date.',
      'update',
    ),
  ).toBe('resource has dueOn && context.today <= resource.dueOn')
})

test.each([
  [
    'two times that it could be',
    'A booking has a start time and a start date. Clerks manage bookings and cancel bookings.',
    'Clerks may cancel a booking until it starts.',
  ],
  ['hours before a day', bookings, 'Clerks may cancel a booking until 2 hours before its end.'],
  ['a time that is not kept', bookings, 'Clerks may cancel a booking until its departure.'],
  ['days that are not all alike', bookings, 'Clerks may cancel a booking until two working days before the start.'],
  ['hours on either side of it', bookings, 'Clerks may cancel a booking within 24 hours of its start.'],
  ['a time of day', bookings, 'Clerks may cancel a booking until 6 pm the day before.'],
])('%s make no rule, and are asked about as before', (_, words, sentence) => {
  const { document, questions } = draftCharter(`${words} ${sentence}`)
  expect(document).not.toMatch(/context\.(?:now|today)/)
  expect(questions.map((each) => each.sentence).join('\n')).toMatch(/cancel a booking (?:until|within)/)
})

test('what a right rests on is quoted with the words of its limit', () => {
  const words = 'A booking has a start time. Customers may cancel a booking until it starts.'
  const { lockProvenance } = draftCharter(words)
  expect(lockProvenance.cancelBooking?.quoted).toContain('until it starts')
})

const lessons = 'A lesson has a title, a start time and an end time. Tutors manage lessons. Pupils see lessons.'

test.each([
  [
    'Tutors create lessons and may update them until two hours before they start.',
    'update',
    'context.now < resource.startTime.offset(duration("-2h"))',
  ],
  [
    'Tutors can still delete a lesson until it starts, but not afterwards.',
    'delete',
    'context.now < resource.startTime',
  ],
  [
    'As a tutor I can update a lesson within 48 hours of recording it.',
    'update',
    'context.now < resource.createdAt.offset(duration("48h"))',
  ],
  [
    'Tutors may update lessons from their start until they end.',
    'update',
    'context.now >= resource.startTime && context.now < resource.endTime',
  ],
  [
    'After a lesson has ended, tutors can update it within a week.',
    'update',
    'context.now >= resource.endTime && context.now < resource.endTime.offset(duration("7d"))',
  ],
])('of what was spoken of, and of two events: %s', (sentence, deed, condition) =>
  expect(conditionIn(`${lessons} ${sentence}`, deed)).toBe(condition),
)

test('what is given by a time is not made later', () => {
  const { document } = draftCharter(
    `${lessons} A mark on a lesson is given within three days of its end. A mark has a grade. Tutors create marks.`,
  )
  expect(document).toContain(
    'context.now >= resource.lesson.endTime && context.now < resource.lesson.endTime.offset(duration("3d"))',
  )
})

test('at any time limits nothing', () => {
  const { document, questions } = draftCharter(`${bookings} Clerks may cancel bookings at any time.`)
  expect(document).toMatch(/do: \[[^\]]*cancelBooking[^\]]*\]/)
  expect(questions.map(({ sentence }) => sentence).join()).not.toContain('any time')
})
