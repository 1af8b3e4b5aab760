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
    yield await compareWithOthers(own(), { memories: 1_000, filled: 0 });
    // One by one they would take most of an hour, and not only ours.
    if (!options.quick) yield await compareWithOthers(own(), { memories: 10_000, filled: 9_800 });
  },
};
