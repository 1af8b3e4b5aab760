// The least that a server of the Model Context Protocol can be: the SDK and one tool without a task.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

serveStdio(() => {
  const server = new McpServer({ name: 'empty', version: '1.0.0' });
  server.registerTool('nothing', { description: 'Does nothing' }, () => ({ content: [] }));
  return server;
});
