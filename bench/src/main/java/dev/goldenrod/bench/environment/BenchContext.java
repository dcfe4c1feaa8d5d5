package dev.goldenrod.bench.environment;

import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Where launches are measured.
 *
 * @param api of a server that has nothing else to do
 * @param dataDir of that server
 * @param folder for files of the benchmark, removed after it
 * @param sources an empty root for the next database that is to become a golden
 * @param home what that database is made with
 */
public record BenchContext(
    ApiConnection api,
    Path dataDir,
    Path folder,
    Supplier<LocalRoot> sources,
    Installation home,
    RunAs runAs) {}
