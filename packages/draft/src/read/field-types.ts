import type { Options } from '../options.ts'
import { fileTypes } from './file-words.ts'

/** What a field's name tells of its type: the first line whose words are in the name wins. Data, so that it grows without code. */
export const fieldTypes: readonly { readonly words: RegExp; readonly options: Options }[] = [
  {
    words: /\b(?:version|sequence|line|position|day|page|floor|week|row|stop|step|tier|revision) (?:number|no|nr)$/,
    options: { type: 'int32', min: 0 },
  },
  { words: /\bpercentage$|\bpercent$/, options: { type: 'decimal', precision: 5, scale: 2, min: 0, max: 100 } },
  { words: /^(?:date|day) (?!of birth|and time)/, options: { type: 'date' } },
  { words: /^(?:date and time|time and date|timestamp|datetime|moment)\b/, options: { type: 'instant' } },
  { words: /\be ?-?mail\b/, options: { type: 'text', length: '..254', format: 'email', class: 'pii' } },
  { words: /\b(?:phone|telephone|mobile|fax)\b/, options: { type: 'text', format: 'phone', class: 'pii' } },
  { words: /\b(?:birth|dob|birthday|born)\b/, options: { type: 'date', max: 'today', class: 'pii' } },
  { words: /\b(?:ssn|social security)\b/, options: { type: 'text', pattern: '\\d{3}-\\d{2}-\\d{4}', class: 'pii' } },
  { words: /\bnhs (?:number|no|nr)\b/, options: { type: 'text', pattern: '\\d{10}', class: 'pii' } },
  { words: /\bisbn\b/, options: { type: 'text', pattern: '\\d{9}[\\dX]|97[89]\\d{10}' } },
  { words: /\biban\b/, options: { type: 'text', pattern: '[A-Z]{2}\\d{2}[A-Z0-9]{11,30}', class: 'pii' } },
  { words: /\b(?:card number|pan)\b/, options: { type: 'text', pattern: '\\d{12,19}', class: 'pan' } },
  {
    words: /\b(?:passport|licen[cs]e (?:number|no)|national id|id card)\b/,
    options: { type: 'text', length: '1..40', class: 'pii' },
  },
  {
    words: /\b(?:password|secret|pin code|key safe code|api key|token)\b/,
    options: { type: 'text', length: '1..200', class: 'secret' },
  },
  {
    words: /\b(?:diagnos[ie]s|allerg(?:y|ies)|blood (?:type|group)|symptoms?|medical history|condition|treatment)\b/,
    options: { type: 'text', length: '..2000', class: 'phi' },
  },
  { words: /\b(?:url|website|web site|link|homepage)\b/, options: { type: 'text', length: '..2000', format: 'uri' } },
  {
    words:
      /(?<!ssn |social security |phone |telephone |mobile |fax |nhs |card |contact )\b(?:number|no|nr|code|ref|reference)$(?<!pin code|safe code|card number|phone number|passport number|licence number|license number|nhs number)/,
    options: { type: 'text', length: '1..40' },
  },
  { words: /\bcurrency\b/, options: { type: 'text', format: 'currency' } },
  ...fileTypes,
  { words: /\bsignature\b/, options: { type: 'bytes', length: '..1048576' } },
  {
    words: /\b(?:active|enabled|received|approved|paid|verified|flag|hidden|deleted|refrigerated|fragile|urgent)$/,
    options: { type: 'boolean', default: false },
  },
  { words: /\b(?:latitude|longitude)\b/, options: { type: 'float64' } },
  {
    words: /\b(?:percent|percentage|discount)\b/,
    options: { type: 'decimal', precision: 5, scale: 2, min: 0, max: 100 },
  },
  {
    words: /\b(?:price|cost|amount|fee|total|salary|balance|budget|wage|premium|deposit|rent|tax|hourly rate|rate)\b/,
    options: { type: 'decimal', precision: 12, scale: 2, min: 0 },
  },
  { words: /\b(?:rating|stars)\b/, options: { type: 'int32', min: 1, max: 5 } },
  { words: /\b(?:year)\b/, options: { type: 'int32', min: 0, max: 9999 } },
  {
    words:
      /\b(?:quantity|count|stock|minutes|hours|days|duration|age|capacity|seats|pages|number of|copies|attempts|points|score|floor|size in|milliseconds|seconds|priority number)\b/,
    options: { type: 'int32', min: 0 },
  },
  {
    words:
      /\b(?:weight|height|length|width|depth|distance|volume|dose|dosage|temperature|value|measurement|result|mm|cm|kg|km)\b/,
    options: { type: 'decimal', precision: 12, scale: 3 },
  },
  {
    words: /\b(?:time (?:in|out)|timestamp|moment|date and time|datetime|created at|updated at|at)$/,
    options: { type: 'instant' },
  },
  {
    words: /\b(?:starts?|ends?|start time|end time|planned start|actual start|actual end|departure|arrival|scheduled)$/,
    options: { type: 'instant' },
  },
  { words: /\btime$/, options: { type: 'instant' } },
  { words: /\b(?:date|day|deadline|due|expires?|expiry|on)$|^(?:due|date) /, options: { type: 'date' } },
  {
    words: /\b(?:street|address|postcode|postal code|zip)\b/,
    options: { type: 'text', length: '1..300', class: 'pii' },
  },
  {
    words: /\b(?:first name|last name|full name|surname|family name|given name|guardian|next of kin|contact person)\b/,
    options: { type: 'text', length: '1..120', class: 'pii' },
  },
  {
    words:
      /\b(?:description|notes?|body|content|text|comments?|biography|remarks?|message|summary|instructions|reason|abstract)\b/,
    options: { type: 'text', length: '..4000' },
  },
  { words: /\b(?:title|headline|subject)\b/, options: { type: 'text', length: '1..200' } },
  { words: /\b(?:name|label)\b/, options: { type: 'text', length: '1..120' } },
  {
    words: /\b(?:code|number|no|nr|reference|sku|scac|plate|vin|serial|identifier)\b/,
    options: { type: 'text', length: '1..40' },
  },
]

/** A field of which the name tells nothing. */
export const plainText: Options = { type: 'text', length: '1..200' }

/** Who has a name that is personal. */
export const personWords =
  /^(?:patient|client|customer|member|person|user|student|pupil|tutor|teacher|employee|nurse|doctor|driver|guest|tenant|owner|author|contact|applicant|resident|shopper|visitor|borrower|donor|volunteer|agent|technician|parent|child|player|coach|passenger|subscriber|buyer|seller|staff|instructor|citizen|worker|caretaker|carer|guardian|lawyer|judge|clinician|physician)$/i
