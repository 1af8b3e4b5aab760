// What every JavaScript platform has and this package uses beside what core does.

declare function btoa(binary: string): string;
