import type { EmitContext } from '../emit-context.ts'

/** `Chart.yaml`: what people wrote in the charter stays a text. */
export const chartFile = ({ charter }: EmitContext): string => `apiVersion: v2
name: ${charter.name}
description: ${quoted(charter.description ?? charter.title)}
type: application
version: ${charter.version}
appVersion: ${JSON.stringify(charter.version)}
`

/** JSON is YAML but for marks that YAML 1.2 (5.1) does not take as they are. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
