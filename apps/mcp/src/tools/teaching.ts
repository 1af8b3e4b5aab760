export { type Lesson, teach } from '@mem/core/internal';
