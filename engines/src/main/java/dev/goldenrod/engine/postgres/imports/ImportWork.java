package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.ToolRunner;

/**
 * What the steps of one import use.
 *
 * @param tools of the source's major version or newer
 * @param jobs how many tables are read, written or analysed at a time
 */
public record ImportWork(ToolRunner runner, ClientTools tools, StepReport report, int jobs) {}
