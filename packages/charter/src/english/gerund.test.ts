import { expect, test } from 'vitest'
import { gerundOf } from './gerund.ts'

test.each(
  `visit/visiting revisit/revisiting deposit/depositing limit/limiting offer/offering differ/differing budget/budgeting target/targeting
  pilot/piloting profit/profiting benefit/benefiting transit/transiting market/marketing credit/crediting audit/auditing open/opening
  submit/submitting permit/permitting refer/referring prefer/preferring begin/beginning forget/forgetting debug/debugging embed/embedding
  retrofit/retrofitting overlap/overlapping kidnap/kidnapping deter/deterring regret/regretting acquit/acquitting quit/quitting quiz/quizzing
  plan/planning ship/shipping control/controlling enrol/enrolling equip/equipping reset/resetting log/logging unzip/unzipping
  panic/panicking traffic/trafficking mimic/mimicking sync/syncing be/being see/seeing dye/dyeing die/dying place/placing describe/describing
  manage/managing upload/uploading review/reviewing book/booking enter/entering filter/filtering register/registering develop/developing`
    .split(/\s+/)
    .map((pair) => pair.split('/')),
)('%s', (verb = '', gerund) => {
  expect(gerundOf(verb)).toBe(gerund)
})
