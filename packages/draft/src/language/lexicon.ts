/** Words of the language by what they do in a description of data. Data: a new word is a new member. */
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** What a thing does to its fields. */
export const hasVerbs = set(
  'have hold carry contain include comprise show need require get bear keep record list state give specify consist store take cover name mention',
)
/** What people do with fields: `we keep …`. */
export const keepVerbs = set(
  'keep hold record store want need know track note save capture log register maintain have collect see ask write',
)
/** Verbs that bind without owning. */
export const looseVerbs = set(
  'teach speak use like know run work attend take join visit lead assist serve supply sell offer trade share affect concern treat handle represent own cover support operate service follow watch hit involve',
)

/** Nouns for the thing to be built and its parts. Never data. */
export const builtNouns =
  set(`system service api app backend database software platform portal website screen page dashboard button form ui interface spreadsheet excel frontend front-end server mvp prototype
 sprint backlog epic requirement scope webhook gateway endpoint json rest graphql grpc soap openapi html pdf newsletter login sign-in sso hosting migration`)

/** Nouns that mostly speak about the work, the text or time, and seldom name data. */
export const vagueNouns =
  set(`list data field column row entry information detail client-side   specification      export import report reporting statistic analytics json csv
  password-reset authentication authorisation authorization right permission access user-interface map cloud backup thing way time day week month year today people person somebody someone anybody everyone everything
 something anything nothing   example  idea problem  reason fact word name number kind sort type part lot moment morning evening season end beginning start step point side place use change business
 team-member colleague folk guy us limit rule remark section background definition glossary following purpose context history draft proposal audit-trail trail log rate call page-size result paging pagination language
 technology standard convention csv-file attachment-list`)

/** Both: what a noun phrase that is no data is usually made of. */
export const systemNouns: ReadonlySet<string> = new Set([...builtNouns, ...vagueNouns])

/** Nouns for people and offices that act. Suffixes tell the rest. */
export const personNouns =
  set(`staff clerk officer manager user admin administrator lead leader head chief director secretary assistant agent auditor accountant cashier nurse doctor dentist physician clinician pharmacist therapist surgeon patient
 tutor teacher pupil student instructor lecturer professor librarian registrar dean parent guardian child coach player referee technician engineer mechanic electrician operator inspector surveyor planner dispatcher driver courier rider pilot captain
 crew attendant steward guide guest visitor traveller traveler passenger customer client shopper buyer seller merchant vendor supplier owner tenant landlord resident citizen applicant claimant beneficiary caseworker judge lawyer attorney notary
 official councillor mayor volunteer donor member subscriber author editor moderator reviewer writer publisher reader borrower investor adviser advisor broker trader underwriter banker teller actuary analyst controller treasurer bookkeeper
 receptionist concierge host hostess waiter chef cook housekeeper cleaner porter janitor caretaker carer gardener forester farmer fisherman packer picker loader foreman supervisor worker employee colleague contractor subcontractor installer fitter
 consultant researcher scientist investigator monitor statistician coordinator liaison representative rep salesperson salesman seller marketer curator conservator archivist examiner candidate supervisor academic trainee intern apprentice
 handler keeper ranger guard warden chair chairman chairperson spokesperson delegate voter candidate plaintiff defendant witness officer policeman firefighter paramedic midwife optician hygienist veterinarian vet groomer trainer athlete
 setter printer binder tailor baker butcher brewer grower beekeeper operative buyer requester originator approver assessor adjuster collector marshal bailiff sponsor partner organiser organizer scheduler desk office department-user support helpdesk finance
 legal compliance quality security reception housekeeping maintenance procurement purchasing accounting marketing sales dispatch logistics hiker climber swimmer runner dancer singer actor painter winemaker florist stylist barber machinist welder mover radiologist nutritionist dietitian anaesthetist`)

const personSuffix =
  /(?:ist|ian|eer|ologist|man|woman|person|holder|keeper|master|maker|worker|staff|team|admin|user|lead|leader|manager|officer|clerk|agent|people|folks?|lady|girl|boy|guy|crew|squad|desk|rep|reps)$/

/** Whether a noun could be somebody who acts. */
export const isPerson = (key: string): boolean => {
  const last = key.split(' ').at(-1) ?? ''
  if (
    /^(?:customer service|call centre|call center|front office|back office|help desk|front desk|control room|shop floor|goods in|data protection)$/.test(
      key,
    )
  )
    return true
  return personNouns.has(last) || personSuffix.test(last)
}

/** Words that name a field far more often than a thing. */
export const fieldNouns =
  set(`name title code number no nr date time status state type kind size price cost amount fee quantity qty description note remark comment email e-mail phone mobile telephone address street city town postcode country
 currency weight height width length depth colour color age sex gender dob birthday label text caption reason url link photo picture image file flag level grade rating score reference ref id identifier serial capacity volume duration minute hour
 rate percentage limit value unit position index order-number line1 latitude longitude lat long language nationality category priority urgency severity outcome result conclusion decision balance total subtotal tax vat discount deposit deadline
 start end begin finish departure arrival expiry validity timestamp moment year month day weekday weekend sequence rank stage phase mode method direction channel source format version content body subject headline summary abstract biography bio
 wording grounds reasoning model make brand maker manufacturer colour plate vin isbn iban bic swift sku ean ssn pin password hash token checksum hash temperature pressure humidity speed distance mileage area floor room building block shelf bay
 wing axis username login surname initials salutation nickname street-number zip zone region-code timezone symptom diagnosis allergy allergies dose dosage strength frequency interval instruction hours percentage signature media-type`)

/** Headings and labels under which things are named only to be left out. */
export const excludedHeading =
  /\b(?:out of scope|outside (?:the |its )?scope|not in (?:this|the|scope)|not (?:now|needed|wanted|included|part|required|for now|yet)|exclud|exclusion|non-goals?|later|phase (?:2|two|3)|future|won['’]t|leave out|left out|ignore|parked|postponed|no go|not to be built|not our)\b/i
export const accessHeading =
  /\b(?:access|rights?|roles?|permissions?|authori[sz]ations?|who (?:else|uses|works|may|can|does|is allowed|gets|sees)|may do|users?|security|privileges|entitlements)\b/i
export const technicalHeading =
  /\b(?:technical|technology|technique|constraints?|non-functional|architecture|platform|tech(?:nical)? stack|^\W*tech\W*$|performance|hosting|infrastructure|implementation|interface conditions)\b/i
export const aboutHeading =
  /\b(?:history|introduction|background|purpose|context|any other business|aob|attendance|about|next steps?|actions?|where we are|last time|agenda|timeline|schedule of work|distribution|how to read|example)\b/i

/** Whether a noun is made from a verb for whoever does it (`hiker`), as far as its ending tells. */
export const isAgentive = (key: string): boolean => {
  const last = key.split(' ').at(-1) ?? ''
  return (
    /(?:[^aeiou]er|[at]or|ist|ian|eer)$/.test(last) && last.length > 4 && !fieldNouns.has(last) && !noAgents.has(last)
  )
}

const noAgents =
  set(`order number paper water letter voucher computer printer server trailer container register chapter semester tender sensor meter folder counter tracker monitor reader transformer router filter boiler cylinder locker charter
 member matter offer transfer layer shelter corner border water power weather winter summer september october november december quarter centre center theater sector factor motor tractor elevator refrigerator generator indicator
 calculator vector error mirror colour floor door list specialist-list wrist twist`)
