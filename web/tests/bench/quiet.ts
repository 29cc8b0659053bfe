/** Says what the measurements say, and what went wrong; nothing else. */
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

export default class Quiet implements Reporter {
  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(chunk);
  }

  onError(error: TestError): void {
    console.error(error.message ?? error.value);
  }

  onTestEnd({ title }: TestCase, { status, error }: TestResult): void {
    if (status !== 'passed' && status !== 'skipped') console.error(`${title}: ${error?.message ?? status}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
