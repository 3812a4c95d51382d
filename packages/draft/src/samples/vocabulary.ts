/** Believable values by what a field is called, and where: the first line that fits wins. Data, so that it grows without code. */
export const vocabulary: readonly {
  readonly entity?: RegExp
  readonly field: RegExp
  readonly values: readonly string[]
}[] = [
  { field: /^ward$/i, values: ['north', 'south', 'maternity', 'cardiology'] },
  {
    field: /^drug|medicine|medication$/i,
    values: [
      'Amoxicillin',
      'Metformin',
      'Salbutamol',
      'Lisinopril',
      'Ibuprofen',
      'Omeprazole',
      'Paracetamol',
      'Atorvastatin',
    ],
  },
  {
    field: /^test(?:Name)?$/i,
    values: [
      'C-reactive protein',
      'Haemoglobin',
      'Fasting glucose',
      'Creatinine',
      'TSH',
      'Ferritin',
      'Potassium',
      'Platelets',
    ],
  },
  {
    entity: /result|lab|measure/i,
    field: /^unit$/i,
    values: ['mg/L', 'g/L', 'mmol/L', 'µmol/L', 'mIU/L', 'µg/L', 'mmol/L', '10⁹/L'],
  },
  {
    entity: /record|note/i,
    field: /^title$/i,
    values: [
      'Community-acquired pneumonia',
      'Asthma review',
      'Chest X-ray',
      'Follow-up after surgery',
      'Type 2 diabetes',
      'Wound inspection',
    ],
  },
  {
    entity: /record|note/i,
    field: /^(?:body|text|content)$/i,
    values: [
      'Right lower lobe. Started oral antibiotics.',
      'Peak flow improved since the last visit.',
      'No infiltrates seen.',
      'Healing well, sutures out next week.',
      'Diet and medication reviewed.',
      'Clean, no sign of infection.',
    ],
  },
  {
    entity: /book|title|edition/i,
    field: /^title$/i,
    values: [
      'The Salt Road',
      'A Field Guide to Lichens',
      'Night Ferry',
      'The Clockmaker of Ghent',
      'Bread, Slowly',
      'Maps of the Interior',
      'Low Tide',
      'The Quiet Engine',
    ],
  },
  {
    entity: /book|title/i,
    field: /^author(?:Name)?$/i,
    values: ['Ruth Abara', 'Emil Strand', 'Carla Benedetti', 'Noah Whitlock', 'Ines Duarte', 'Tove Halvorsen'],
  },
  { field: /publisher/i, values: ['Harbour Press', 'Lantern Books', 'North Gate', 'Fieldfare'] },
  {
    field: /biograph/i,
    values: ['Lives by the sea and writes before sunrise.', 'A former engineer.', 'Has published six novels.'],
  },
  {
    entity: /product|article|item/i,
    field: /^(?:name|title)$/i,
    values: [
      'Oak desk',
      'Desk lamp',
      'Linen notebook',
      'Steel kettle',
      'Wool blanket',
      'Ceramic mug',
      'Field bag',
      'Wall clock',
    ],
  },
  {
    entity: /categor/i,
    field: /^(?:name|title)$/i,
    values: ['Furniture', 'Lighting', 'Stationery', 'Kitchen', 'Textiles', 'Garden'],
  },
  { entity: /team|department|unit/i, field: /^name$/i, values: ['Riverside', 'Hilltop', 'Harbour', 'Old Town'] },
  {
    entity: /branch|store|site|library|school|warehouse|depot|clinic|hospital|room|station/i,
    field: /^name$/i,
    values: ['Central', 'Harbour', 'Westgate', 'Old Mill', 'North Quay'],
  },
  { field: /speciali[st]?ty$/i, values: ['Cardiology', 'Paediatrics', 'Geriatrics', 'General practice'] },
  { field: /^(?:city|town)$/i, values: ['Utrecht', 'Leeds', 'Porto', 'Aarhus', 'Graz', 'Accra'] },
  { field: /^country$/i, values: ['Netherlands', 'United Kingdom', 'Portugal', 'Denmark', 'Austria', 'Ghana'] },
  {
    field: /address$/i,
    values: [
      '12 Mill Lane, Leeds',
      'Kerkstraat 8, Utrecht',
      'Rua das Flores 31, Porto',
      'Hafenweg 4, Bremen',
      '77 Ring Road, Accra',
    ],
  },
  { field: /street/i, values: ['12 Mill Lane', 'Kerkstraat 8', 'Rua das Flores 31', 'Hafenweg 4'] },
  { field: /post ?code|postalCode|zip/i, values: ['LS1 4AP', '3511 LX', '4050-262', '28195'] },
  {
    field: /(?:^|[a-z])(?:reason|cause)$/i,
    values: ['Asked by telephone', 'Moved to another day', 'No longer needed'],
  },
  {
    field: /note|comment|remark|description|summary|message|body|content|text|instruction/i,
    values: [
      'Checked and found in order.',
      'Please call before noon.',
      'As agreed last week.',
      'Nothing unusual to report.',
    ],
  },
  {
    field: /subject|headline|^title$/i,
    values: ['First steps', 'What changed this week', 'A second look', 'Open questions'],
  },
  { field: /licen[cs]ePlate|^plate$/i, values: ['KL-482-B', 'TX-119-R', 'GH-730-D', 'VN-256-S'] },
]
