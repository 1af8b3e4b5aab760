/** One thing that was measured. */
export interface Measurement {
  readonly what: string;
  readonly figures: readonly number[];
}

/** A figure that was promised: a ratio to something measured in the same run, or a size or time. */
export interface Goal {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: '×' | 'MB' | 'ms';
}

/** A table, with the goals that its figures decide. */
export interface Report {
  readonly title: string;
  /** The heads of the figures, with their units. */
  readonly columns: readonly string[];
  readonly measurements: readonly Measurement[];
  readonly goals: readonly Goal[];
  /** What a reader should know: what could not be measured, and why. */
  readonly notes: readonly string[];
}

export interface BenchmarkOptions {
  /** Fewer rounds and no directory above 10,000 files: to see that all works, not how fast. */
  readonly quick: boolean;
  /** An empty folder, removed when the benchmark ends. */
  readonly scratch: string;
}

export interface Benchmark {
  /** How it is asked for on the command line. */
  readonly name: string;
  readonly about: string;
  run(options: BenchmarkOptions): AsyncIterable<Report>;
}
