import { SaxesParser } from 'saxes'
import { type Client, http, rowOf } from './client.ts'

interface Element {
  readonly name: string
  readonly isNil: boolean
  text: string
  readonly children: Element[]
}

const envelope = (limit: number) =>
  `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><ListPatients xmlns="urn:charter:clinic:1"><select><limit>${limit}</limit></select></ListPatients></soap:Body></soap:Envelope>`

/** An envelope of SOAP 1.2, and a fault. */
export const soapClient = (url: string): Client => ({
  style: 'soap',
  protocol: 'SOAP',
  wire: 'POST /soap/Clinic  <ListPatients>',
  list: async (asked) => {
    const headers = { 'content-type': 'application/soap+xml; charset=utf-8' }
    const answer = await http(`${url}/soap/Clinic`, asked, headers, envelope(asked.limit))
    const root = parse(await answer.text())
    const fault = find(root, 'Fault')
    if (!fault)
      return {
        carrier: `${answer.status} ListPatientsResponse`,
        rows: (find(root, 'items')?.children ?? []).map((item) => rowOf((name) => textOf(item, name))),
      }
    const problem = find(fault, 'problem')
    const text = (name: string): string => problem?.children.find((child) => child.name === name)?.text ?? ''
    return { carrier: `${answer.status} soap:Fault`, problem: { code: text('code'), detail: text('detail') } }
  },
  close: () => {},
})

const textOf = (row: Element, name: string): string | null => {
  const child = row.children.find((each) => each.name === name)
  return child && !child.isNil ? child.text : null
}

const find = (element: Element, name: string): Element | undefined =>
  element.name === name
    ? element
    : element.children.reduce<Element | undefined>((found, child) => found ?? find(child, name), undefined)

/** Elements by their local names. */
const parse = (xml: string): Element => {
  const parser = new SaxesParser({ xmlns: true })
  const root: Element = { name: '', isNil: false, text: '', children: [] }
  const open = [root]
  parser.on('opentag', ({ local, attributes }) => {
    const isNil = Object.values(attributes).some((attribute) => attribute.local === 'nil' && attribute.value === 'true')
    const element = { name: local, isNil, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root
}
