import { all, keep, look } from '../actions.ts'
import { moment, momentMaybe, name, no, note, now, title } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const points = { type: 'decimal', precision: 6, scale: 2, min: 0 }

/** What students must show, and how well they did. */
export const examinations = defineTopic({
  name: 'examinations',
  cues: [
    'exam',
    'examination',
    'exam result',
    'grade',
    'grading',
    'grade book',
    'gradebook',
    'homework',
    'school assignment',
    'course assignment',
    'quiz',
    'report card',
    'student assessment',
  ],
  entities: [
    {
      name: 'Exam',
      aliases: ['Examination', 'Quiz', 'Test', 'Assessment'],
      description: 'A test in a course.',
      fields: {
        title,
        kind: { type: 'enum', values: ['written', 'oral', 'practical', 'online'], default: 'written' },
        startsAt: moment,
        minutes: { type: 'int32', min: 5, max: 600, default: 90 },
        maximumPoints: points,
        room: { ...name, optional: true },
        isPublished: no,
      },
      references: { course: { one: 'Course' } },
    },
    {
      name: 'ExamResult',
      aliases: ['Grade', 'Mark', 'Score', 'Result'],
      description: 'What one student reached in one exam.',
      fields: {
        points,
        grade: { type: 'enum', values: ['A', 'B', 'C', 'D', 'E', 'F'], optional: true },
        state: { type: 'enum', values: ['provisional', 'final', 'appealed'], default: 'provisional' },
        gradedAt: now,
        feedback: note,
      },
      references: { exam: { one: 'Exam' }, student: { one: 'Student' } },
    },
    {
      name: 'Assignment',
      aliases: ['Homework', 'Coursework', 'Task'],
      description: 'Work that students do by themselves.',
      fields: { title, instructions: note, maximumPoints: points, publishedAt: now, dueAt: moment },
      references: { course: { one: 'Course' } },
      checks: { dueAfterPublished: { rule: 'dueAt > publishedAt', message: 'Work is due after it is given out.' } },
    },
    {
      name: 'Submission',
      aliases: ['AssignmentSubmission', 'HandIn'],
      description: 'What one student handed in.',
      fields: {
        submittedAt: now,
        link: { type: 'text', length: '..2000', format: 'uri', optional: true },
        text: { type: 'text', length: '..20000', optional: true },
        points: { ...points, optional: true },
        gradedAt: momentMaybe,
        isLate: no,
      },
      references: { assignment: { one: 'Assignment' }, student: { one: 'Student' } },
    },
  ],
  roles: [
    {
      name: 'registrar',
      allow: [
        { on: ['Exam'], do: ['publishExam'] },
        { on: ['Student'], do: keep },
        { on: ['Teacher', 'Course'], do: all },
        { on: ['Exam', 'ExamResult'], do: [...look, 'audit'] },
      ],
    },
    {
      name: 'teacher',
      allow: [
        { on: ['Student', 'Course', 'Teacher'], do: look },
        { on: ['Exam', 'Assignment'], do: ['create', 'read', 'update', 'delete', 'list'], own: true },
        { on: ['ExamResult', 'Submission'], do: ['create', 'read', 'update', 'list'], own: true },
      ],
    },
    {
      name: 'student',
      allow: [
        { on: ['Course', 'Exam', 'Assignment'], do: look },
        { on: ['Student', 'ExamResult'], do: look, own: true },
        { on: ['Submission'], do: ['create', 'read', 'list'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'publishExam',
      entity: 'Exam',
      description: 'Shows an exam and its results to students.',
      input: {},
      errors: ['already-published'],
    },
  ],
})
