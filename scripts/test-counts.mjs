/**
 * How many tests of one task passed and failed.
 *
 * @param task a task of turbo's run summary
 * @param results what vitest's JSON reporter wrote; undefined when there is none
 * @returns no, or one, `{ name, passed, failed }`
 */
export function countsOf(task, results) {
  const name = task.taskId;
  const succeeded = task.execution?.exitCode === 0 || task.cache?.status === 'HIT';
  if (task.task !== 'test') return succeeded ? [] : [{ name, passed: 0, failed: 1 }];
  if (!results) return [{ name, passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 }];
  const failed = results.numFailedTests + crashedFiles(results);
  // Errors outside of any test, such as an unhandled rejection, only show in the exit code.
  return [
    { name, passed: results.numPassedTests, failed: succeeded ? failed : Math.max(1, failed) },
  ];
}

/** A file that could not be loaded has failed without a failed test in it. */
function crashedFiles({ testResults }) {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
}

export function addUp(counts) {
  return counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
}
