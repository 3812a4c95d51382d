import { expect, test } from 'vitest'
import { withArticle } from './article.ts'

test.each(
  `an order, an invoice, an ehr record, an hour, an honest answer, an heir, an MRI scan, an SMS, an HTML page, an x-ray, an FAQ,
   an unidentified call, an unimportant note, an umbrella, an urgent case, an upload, an usher, an NDA, an EhrRecord, an online store`
    .split(/,\s+/)
    .concat(
      `a user, a unit, a university, a union, a utility, a usage record, a European, a euro, a one-time code, a URL, a UUID, a uniform,
       a patient, a house, a history, a TV, a PC, a CSV file, a ukulele, a unique key, a eulogy, a SKU, a year`.split(
        /,\s+/,
      ),
    ),
)('%s', (said) => {
  expect(withArticle(said.replace(/^an? /, ''))).toBe(said)
})

test.each(
  `an FBI agent, an fbi agent, an NGO, an ngo, an RNA strand, an LED, an HIV test, an MOU, an ROI, an SME, an HVAC unit, an mp3, an S3 bucket,
   an H1B visa, an Xbox, an NFT, an RMA, an RPA bot, an LTE modem, an NBA game, an 11, an 18, an FTE, an SSA form, an HTML5 page, an FYI`
    .split(/,\s+/)
    .concat(
      `a UFO, a ufo, a UAV, a UPC, a UN report, a USD amount, a UTM tag, a SIM, a LAN, a RAM module, a fjord, a llama, a mnemonic, a rhythm,
       a sphere, a svelte cat, a Ugandan, a uvula, a xenon lamp, a NATO base, a fee, a role, a nylon, a hyena, a myth, a hélice, a smell, a sky, a spy, a hymn, a lynx`.split(
        /,\s+/,
      ),
    ),
)('by its sound: %s', (said) => {
  expect(withArticle(said.replace(/^an? /, ''))).toBe(said)
})

test('what nobody counts has no article', () => {
  expect(['staff', 'nursing staff', 'news', 'staff member'].map(withArticle)).toEqual([
    'staff',
    'nursing staff',
    'news',
    'a staff member',
  ])
})
