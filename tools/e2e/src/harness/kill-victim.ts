// Does one operation and kills itself at one of its file calls, as the kernel kills: without a chance
// to clear up. Arguments: kind of store, operation, directory, `before` or `after`, number of the call.
import { hookFileCalls } from './file-calls.ts';
import { openStore, type StoreKind } from './open-store.ts';
import { operations } from './operations.ts';

const [kind = 'mem', name = '', directory = '', side = 'before', stopAt = '0'] =
  process.argv.slice(2);
let calls = 0;

function dieAtStop(): void {
  if (calls === Number(stopAt)) process.kill(process.pid, 'SIGKILL');
}

hookFileCalls(directory, {
  before() {
    calls += 1;
    if (side === 'before') dieAtStop();
  },
  after() {
    if (side === 'after') dieAtStop();
  },
});
await operations[name]?.run(openStore(kind as StoreKind, directory), directory);
