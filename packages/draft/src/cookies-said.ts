import { note, type Outline } from './outline.ts'
import { quoted, sentencesSaid } from './sentences-said.ts'

/** Signing in is what a cookie is for; a bakery sells others. */
const byCookie =
  /\b(?:session cookies?|cookie[- ](?:based )?(?:sessions?|sign[- ]?in|log[- ]?in|authentication)|browser sessions?)\b|\b(?:sign(?:s|ed)?|log(?:s|ged)?|stays? (?:signed|logged)) in\b[^.;]*\b(?:by|with|through|via|using) (?:an? |the |session |same-site )*cookies?\b/i
const denied = /\b(?:no|not|never|without|instead of|rather than)\b|n['’]t\b/i

/** `People sign in from the browser with a cookie`: pages of the service's own origin have sessions (`access.cookies`). */
export const completeCookies = (outline: Outline, words: string): void => {
  const said = sentencesSaid(words).find(({ text }) => byCookie.test(text) && !denied.test(text))
  if (!said || !outline.serves.includes('rest')) return
  outline.hasCookies = true
  note(outline, 'access.cookies', { quoted: quoted(said.text), offset: said.start, confidence: 0.8 })
}
