import { startersIn } from '@charter/project'
import { expect, test } from 'vitest'
import { startersPage } from './starters-page.ts'

test('the gallery says what the folders hold (`npx vitest run docs/starters.test.ts -u` writes it)', async () => {
  await expect(startersPage(await startersIn())).toMatchFileSnapshot('starters.md')
})
