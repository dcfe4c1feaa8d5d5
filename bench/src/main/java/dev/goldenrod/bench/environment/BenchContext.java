package dev.goldenrod.bench.environment;

import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The environment of a benchmark.
 *
 * @param api the API of a server with no other load
 * @param folder for files of the benchmark, deleted afterwards
 * @param sources returns an empty root for the next database that will become a golden
 * @param home the installation that creates that database
 */
public record BenchContext(
    ApiConnection api,
    Path dataDir,
    Path folder,
    Supplier<LocalRoot> sources,
    Installation home,
    RunAs runAs) {}
