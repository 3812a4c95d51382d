import { all, keep, look } from '../actions.ts'
import { day, moment, no, note, now, personName, title } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Who was there. */
export const attendance = defineTopic({
  name: 'attendance',
  cues: [
    'attendance',
    'student attendance',
    'school attendance',
    'class attendance',
    'absence',
    'school absence',
    'roll call',
  ],
  entities: [
    {
      name: 'ClassSession',
      aliases: ['Session', 'CourseSession'],
      description: 'A time at which attendance is taken.',
      fields: {
        topic: title,
        startsAt: moment,
        endsAt: moment,
        room: { type: 'text', length: '1..40', optional: true },
        isCancelled: no,
      },
      references: { course: { one: 'Course' } },
      checks: { endsAfterStart: { rule: 'endsAt > startsAt', message: 'A session ends after it starts.' } },
    },
    {
      name: 'AttendanceRecord',
      aliases: ['Attendance', 'AttendanceEntry'],
      description: 'Whether one student was there.',
      fields: {
        state: { type: 'enum', values: ['present', 'late', 'absent', 'excused'], default: 'present' },
        minutesLate: { type: 'int32', min: 0, max: 480, default: 0 },
        recordedAt: now,
        note,
      },
      references: { classSession: { one: 'ClassSession' }, student: { one: 'Student' } },
    },
    {
      name: 'AbsenceNote',
      aliases: ['Absence', 'AbsenceRequest', 'Excuse', 'LeaveRequest'],
      description: 'Why a student is not there.',
      fields: {
        fromDate: day,
        toDate: day,
        reason: { type: 'text', length: '1..500', class: 'phi' },
        handedInBy: personName,
        state: { type: 'enum', values: ['received', 'accepted', 'rejected'], default: 'received' },
      },
      references: { student: { one: 'Student' } },
      checks: { toAfterFrom: { rule: 'toDate >= fromDate', message: 'An absence ends after it begins.' } },
    },
  ],
  roles: [
    {
      name: 'registrar',
      allow: [
        { on: ['Student', 'AbsenceNote'], do: [...keep, 'acceptAbsenceNote'] },
        { on: ['Teacher', 'Course'], do: all },
        { on: ['ClassSession', 'AttendanceRecord'], do: [...look, 'audit'] },
      ],
    },
    {
      name: 'teacher',
      allow: [
        { on: ['Student', 'Course', 'Teacher', 'AbsenceNote'], do: look },
        { on: ['ClassSession', 'AttendanceRecord'], do: ['create', 'read', 'update', 'list'], own: true },
      ],
    },
    {
      name: 'student',
      allow: [
        { on: ['Course', 'ClassSession'], do: look },
        { on: ['Student', 'AttendanceRecord'], do: look, own: true },
        { on: ['AbsenceNote'], do: ['create', 'read', 'list'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'acceptAbsenceNote',
      entity: 'AbsenceNote',
      description: 'Excuses an absence.',
      input: {},
      errors: ['already-decided'],
    },
  ],
})
