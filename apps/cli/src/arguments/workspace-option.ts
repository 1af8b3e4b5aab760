import type { OptionTable } from './option.js';

export const workspaceOption = {
  workspace: {
    type: 'string',
    value: 'DIRECTORY',
    completes: 'directory',
    description: 'the project to hold claims against (else the one the memories belong to)',
  },
} as const satisfies OptionTable;
