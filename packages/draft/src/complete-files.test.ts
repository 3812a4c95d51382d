import { expect, test } from 'vitest'
import { checkDrafted } from './testing/check-drafted.ts'

test.each([
  ['A contract has a title and a PDF.', "pdf: { type: file, kinds: ['application/pdf'] }"],
  ['A product has a name and a picture.', "picture: { type: file, kinds: ['image/*'] }"],
  ['A claim has a number and a photo of the damage.', "photoOfTheDamage: { type: file, kinds: ['image/*'] }"],
  [
    'An invoice has an amount and a scan of the invoice.',
    "scanOfTheInvoice: { type: file, kinds: ['application/pdf', 'image/*'] }",
  ],
  ['A message has a subject and an attachment.', 'attachment: { type: file }'],
  ['An applicant has an email and a CV.', 'cv: { type: file, class: pii }'],
  ['A lesson has a title and a video.', "video: { type: file, kinds: ['video/*'] }"],
  ['- Report: title, report file (PDF, up to 20 MB)', "file: { type: file, kinds: ['application/pdf'], max: 20 MiB }"],
  ['- Report: title, photo (max 2 MB)', "photo: { type: file, kinds: ['image/*'], max: 2 MiB }"],
])('%s', (words, field) => expect(checkDrafted(words).document).toContain(field))

test.each([
  'A visit has a title and a scan date.',
  'A visit has a title and a photo credit.',
  'A visit has a title and a file number.',
  'A visit has a title and an image URL.',
  'A visit has a title and a profile.',
])('no file: %s', (words) => expect(checkDrafted(words).document).not.toContain('type: file'))

test('several files of one thing are rows of their own, and who may change any of the things may send them', () => {
  const { document, rightsOf } = checkDrafted(
    'A contract has a title, a PDF and photos. Clerks manage contracts. Auditors can read contracts.',
  )
  expect(document).toContain('photos: { many: Photo, inverse: contract }')
  expect(document).toContain("file: { type: file, kinds: ['image/*'] }")
  expect(rightsOf('Photo', 'clerk')).toEqual(['create read update delete list when any'])
  expect(rightsOf('Photo', 'auditor')).toEqual(rightsOf('Contract', 'auditor'))
})

test('who may see some of the things alone has no right to all their files', () => {
  const { rightsOf } = checkDrafted(
    'A patient has a name and x-ray images. Doctors manage patients. Nurses read patients of their own ward.',
  )
  expect(rightsOf('Patient', 'nurse')).toHaveLength(1)
  expect(rightsOf('XRayImage', 'nurse')).toEqual([])
})

test('a right to all but the files is none to them', () => {
  const { rightsOf } = checkDrafted(
    'A contract has a title and photos. Clerks see everything but the photos. Managers manage contracts.',
  )
  expect(rightsOf('Contract', 'clerk')).toEqual(['read list when any'])
  expect(rightsOf('Photo', 'clerk')).toEqual([])
})

test('what is nothing but the photo of somebody is a field', () => {
  const { document } = checkDrafted('Customers have a photo, a signed contract as a PDF and an attachment.')
  expect(document).toContain("      photo: { type: file, kinds: ['image/*'] }")
  expect(document).not.toContain('  Photo:')
})

test('whoever uploads a file may update the row it belongs to, their own alone', () => {
  const { document, rightsOf, asked } = checkDrafted('Applicants upload their CV.')
  expect(document).toContain('file: { type: file, class: pii } # assumed')
  expect(document).not.toContain('fileUrl')
  expect(rightsOf('Cv', 'applicant')?.[0]).toBe(
    'create update when principal has applicantId && resource.applicantId == principal.applicantId',
  )
  expect(asked).toContain('Which cvs may an applicant update? Assumed: those that they make.')
})

test('a photo that has a caption has its file, assumed', () => {
  const { document } = checkDrafted('An album has a title. An album has many photos. A photo has a caption.')
  expect(document).toContain("file: { type: file, kinds: ['image/*'] } # assumed: a photo is a file")
})

test('what the words say is deleted with its whole stays so, and is asked whether it is a file', () => {
  const { document, asked } = checkDrafted(
    'A photo is part of an album. An album has a title. A photo has a date. Clerks manage albums and photos.',
  )
  expect(document).toContain('photos: { many: Photo, inverse: album, owned: true }')
  expect(document).not.toContain('type: file')
  expect(asked).toContain('Is a photo a file?')
})

test('what nobody reads, or no two have alike, stays bytes', () => {
  const { document } = checkDrafted('A claim has a date and a scan. Clerks manage claims. The scan is write-only.')
  expect(document).toContain('scan: { type: bytes, writeOnly: true, length: ..1048576 }')
})
