import { all, keep, look } from '../actions.ts'
import { birthDate, day, email, moment, name, note, number, personName, phone, title, today } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Who is taught what by whom. */
export const courses = defineTopic({
  name: 'courses',
  cues: [
    'course',
    'school class',
    'student',
    'pupil',
    'teacher',
    'enrolment',
    'enrollment',
    'course catalogue',
    'course catalog',
    'course registration',
    'course enrolment',
    'course enrollment',
    'timetable',
    'online course',
    'learning management',
    'lms',
    'lesson',
    'curriculum',
    'student information',
  ],
  entities: [
    {
      name: 'Student',
      aliases: ['Pupil', 'Learner'],
      description: 'A person who is taught.',
      fields: {
        studentNumber: number,
        name: personName,
        email: { ...email, unique: true },
        birthDate,
        phone,
        state: { type: 'enum', values: ['applied', 'active', 'onLeave', 'graduated', 'left'], default: 'active' },
        enrolledOn: today,
      },
      references: {},
    },
    {
      name: 'Teacher',
      aliases: ['Instructor', 'Lecturer', 'Professor', 'Tutor'],
      description: 'A person who teaches.',
      fields: {
        employeeNumber: number,
        name: personName,
        email: { ...email, unique: true },
        phone,
        subject: { type: 'text', length: '1..80', optional: true },
      },
      references: {},
    },
    {
      name: 'Course',
      aliases: ['Class', 'Module', 'SubjectCourse'],
      description: 'What is taught in one term.',
      fields: {
        code: number,
        title,
        description: note,
        credits: { type: 'int32', min: 0, max: 60, default: 5 },
        capacity: { type: 'int32', min: 1, default: 30 },
        state: { type: 'enum', values: ['planned', 'open', 'running', 'finished', 'cancelled'], default: 'planned' },
        startsOn: day,
        endsOn: day,
      },
      references: { teacher: { one: 'Teacher' } },
      checks: { endsAfterStart: { rule: 'endsOn >= startsOn', message: 'A course ends after it starts.' } },
    },
    {
      name: 'Enrolment',
      aliases: ['Enrollment', 'CourseRegistration', 'Registration'],
      description: 'One student in one course.',
      fields: {
        state: { type: 'enum', values: ['requested', 'enrolled', 'completed', 'withdrawn'], default: 'requested' },
        enrolledOn: today,
        finalGrade: { type: 'decimal', precision: 5, scale: 2, min: 0, max: 100, optional: true },
      },
      references: { student: { one: 'Student' }, course: { one: 'Course' } },
    },
    {
      name: 'Lesson',
      aliases: ['Lecture', 'TimetableEntry'],
      description: 'One time at which a course meets.',
      fields: {
        topic: title,
        startsAt: moment,
        minutes: { type: 'int32', min: 5, max: 480, default: 45 },
        room: { ...name, optional: true },
      },
      references: { course: { one: 'Course' } },
    },
  ],
  roles: [
    {
      name: 'registrar',
      allow: [
        { on: ['Course'], do: ['cancelCourse'] },
        { on: ['Student', 'Enrolment'], do: keep },
        { on: ['Teacher', 'Course', 'Lesson'], do: all },
      ],
    },
    {
      name: 'teacher',
      allow: [
        { on: ['Student', 'Course'], do: look },
        { on: ['Teacher'], do: ['read'], own: true },
        { on: ['Enrolment'], do: ['read', 'list', 'update'], own: true },
        { on: ['Lesson'], do: ['create', 'read', 'update', 'list'], own: true },
      ],
    },
    {
      name: 'student',
      allow: [
        { on: ['Course', 'Teacher', 'Lesson'], do: look },
        { on: ['Student'], do: ['read'], own: true },
        { on: ['Enrolment'], do: ['create', 'read', 'list', 'withdrawEnrolment'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'withdrawEnrolment',
      entity: 'Enrolment',
      description: 'Leaves a course.',
      input: { reason: { type: 'text', length: '..500', optional: true } },
      errors: ['already-completed'],
    },
    {
      name: 'cancelCourse',
      entity: 'Course',
      description: 'Gives a course up.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-finished'],
    },
  ],
})
