import type { jsonSchemaValidator } from '@modelcontextprotocol/server';

/**
 * What the SDK takes from `@modelcontextprotocol/server/_shims`. The program is built with this file
 * in its place: the SDK's own brings a validator for JSON Schema, which is a fifth of all that would
 * be loaded at a start. It checks answers of people to forms, and those we check ourselves
 * (confirmation.ts); arguments are checked by the schemas of the tools.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator implements jsonSchemaValidator {
  getValidator(): never {
    throw new Error(
      'mem-mcp has no validator for JSON Schema: check the value by a schema of zod.',
    );
  }
}
