import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'
import { soundOptions } from './sound-options.ts'

test.each([
  [{ type: 'decimal' }, { type: 'decimal', precision: 12, scale: 3 }],
  [{ type: 'int32', min: 9, max: 2 }, { type: 'int32' }],
  [{ type: 'int32', min: 0.5 }, { type: 'int32' }],
  [{ type: 'int32', max: 5_000_000_000 }, { type: 'int32' }],
  [
    { type: 'decimal', precision: 5, scale: 1, min: 0.25, max: 10 },
    { type: 'decimal', precision: 5, scale: 1, max: 10 },
  ],
  [{ type: 'text', length: '8..3' }, { type: 'text' }],
  [{ type: 'text', min: 3 }, { type: 'text' }],
  [
    { type: 'date', max: 'today' },
    { type: 'date', max: 'today' },
  ],
])('of %j what is sound stays', (given, sound) => {
  expect(soundOptions(given)).toEqual(sound)
})

const fieldsOf = (words: string, entity: string) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const fields = charter?.entities.find(({ name }) => name === entity)?.fields ?? []
  return Object.fromEntries(
    fields.flatMap(({ name, type, description }) => (name === 'id' ? [] : [[name, [type.kind, description]]])),
  )
}

test.each([
  [
    'A paddock has a name and an area in hectares. A farmer manages paddocks.',
    'Paddock',
    { name: ['text', undefined], area: ['decimal', 'In hectares.'] },
  ],
  [
    'A sounding has a depth in metres, a speed in km/h and a duration in minutes. A pilot records soundings.',
    'Sounding',
    { depth: ['decimal', 'In metres.'], speed: ['decimal', 'In km/h.'], duration: ['int32', 'In minutes.'] },
  ],
  [
    'A cow has a temperature in degrees Celsius and a milk yield in litres per day.',
    'Cow',
    { temperature: ['decimal', 'In degrees Celsius.'], milkYield: ['decimal', 'In litres per day.'] },
  ],
  [
    'A crop has a yield in tonnes per hectare and a seed rate measured in kg. Farmers manage crops.',
    'Crop',
    { yield: ['decimal', 'In tonnes per hectare.'], seedRate: ['decimal', 'In kg.'] },
  ],
])('a unit is no field, and what is measured in it is a number: %s', (words, entity, fields) => {
  expect(fieldsOf(words, entity)).toEqual(fields)
})
