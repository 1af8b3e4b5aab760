export const excused = [];
