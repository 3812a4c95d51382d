import { all, keep, look } from '../actions.ts'
import { email, moment, name, no, number, personName, phone, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const doctor = { doctor: { one: 'Doctor' } }

/** Who is seen by whom, and when. */
export const scheduling = defineTopic({
  name: 'appointments',
  cues: [
    'appointment',
    'appointment booking',
    'appointment scheduling',
    'clinic',
    'doctor',
    'physician',
    'dentist',
    'dental practice',
    'medical practice',
    'doctor visit',
    'consultation',
    'telehealth',
    'telemedicine',
    'outpatient',
  ],
  entities: [
    {
      name: 'Doctor',
      aliases: ['Clinician', 'Physician', 'Practitioner', 'Provider', 'Dentist', 'Therapist'],
      description: 'A person who treats patients.',
      fields: {
        licenseNumber: number,
        name: personName,
        speciality: { type: 'text', length: '1..80', optional: true },
        email: { ...email, unique: true },
        phone,
        isAccepting: yes,
      },
      references: {},
    },
    {
      name: 'AppointmentType',
      aliases: ['VisitType', 'ConsultationType'],
      description: 'A kind of appointment, and how long it takes.',
      fields: { name, minutes: { type: 'int32', min: 5, max: 480, default: 15 }, isVirtual: no, isActive: yes },
      references: {},
    },
    {
      name: 'Appointment',
      aliases: ['Consultation', 'AppointmentBooking'],
      description: 'A time at which a patient is seen.',
      fields: {
        startsAt: moment,
        minutes: { type: 'int32', min: 5, max: 480, default: 15 },
        state: { type: 'enum', values: ['planned', 'done', 'missed', 'cancelled'], default: 'planned' },
        reason: { type: 'text', length: '..500', class: 'phi', optional: true },
        isVirtual: no,
      },
      references: {
        patient: { one: 'Patient' },
        ...doctor,
        appointmentType: { one: 'AppointmentType', optional: true },
      },
    },
    {
      name: 'Availability',
      aliases: ['TimeSlot', 'Slot', 'WorkingHours', 'DoctorSchedule'],
      description: 'A time during which a doctor sees patients.',
      fields: {
        startsAt: moment,
        endsAt: moment,
        room: { type: 'text', length: '1..40', optional: true },
        isBlocked: no,
      },
      references: doctor,
      checks: { endsAfterStart: { rule: 'endsAt > startsAt', message: 'A time ends after it starts.' } },
    },
  ],
  roles: [
    {
      name: 'receptionist',
      allow: [
        { on: ['Appointment'], do: ['checkInAppointment'] },
        { on: ['Patient', 'Appointment'], do: [...keep, 'cancelAppointment'] },
        { on: ['Doctor', 'Availability', 'AppointmentType'], do: all },
      ],
    },
    {
      name: 'doctor',
      allow: [
        { on: ['Patient', 'Doctor', 'AppointmentType'], do: look },
        { on: ['Appointment'], do: ['read', 'update', 'list'], own: true },
        { on: ['Availability'], do: ['create', 'read', 'update', 'list'], own: true },
      ],
    },
    {
      name: 'patient',
      allow: [
        { on: ['Doctor', 'Availability', 'AppointmentType'], do: look },
        { on: ['Patient'], do: ['read'], own: true },
        { on: ['Appointment'], do: ['create', 'read', 'list', 'cancelAppointment'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'cancelAppointment',
      entity: 'Appointment',
      description: 'Frees the time of an appointment.',
      input: { reason: { type: 'text', length: '..500', optional: true } },
      errors: ['already-cancelled', 'already-done'],
    },
    {
      name: 'checkInAppointment',
      entity: 'Appointment',
      description: 'Notes that the patient has arrived.',
      input: {},
      errors: ['cancelled'],
    },
  ],
})
