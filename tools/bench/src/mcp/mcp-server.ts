import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from '../benchmark.js';
import { compareWithOthers } from './beside-others.js';
import { timeColdStarts } from './cold-start.js';
import { compareSizes } from './growing.js';
import { compareWithLibrary } from './over-stdio.js';

/** The MCP server as its clients meet it, beside other memories that speak the protocol. */
export const mcpServer: Benchmark = {
  name: 'mcp',
  about: 'starting the MCP server, its calls, and other memory servers at the same work',
  async *run(options) {
    const own = () => ({ ...options, scratch: mkdtempSync(join(options.scratch, 'mcp-')) });
    yield await timeColdStarts(own());
    yield await compareWithLibrary(own());
    yield await compareSizes(own());
    for (const count of options.quick ? [1_000] : [1_000, 10_000]) {
      yield await compareWithOthers(own(), count);
    }
  },
};
