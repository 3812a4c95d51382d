import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { openTestPlatform } from '../testing/platform.ts'
import { visitor } from '../testing/visitor.ts'
import { joinPage } from './forms.ts'
import { html } from './html.ts'

let platform: Platform & { readonly folder: string }
beforeAll(async () => {
  platform = await openTestPlatform('production')
}, 60_000)
afterAll(() => platform.close())

test('what somebody else wrote is text on a page, and never markup', () => {
  const { body } = joinPage({ code: 'x', email: '"><script>alert(1)</script>&' }, "<img src=x onerror='alert(1)'>")
  expect(body.text).not.toMatch(/<script|<img/)
  expect(body.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"')
  expect(html`${html`<b>`}${[html`<i>`]}${null}`.text).toBe('<b><i>')
})

test('a page loads nothing but its own style, runs no script, is framed by nobody and kept nowhere', async () => {
  const browser = visitor(platform.url)
  for (const path of ['/sign-in', '/second-factor', '/join/x']) {
    const { headers, text } = await browser.get(path)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'same-origin'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).not.toMatch(/<script|style=|\son\w+=/)
  }
  expect((await browser.get('/people/page.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
})
