package dev.goldenrod.bench.http;

import dev.goldenrod.bench.http.ConsoleBenchmark.Measured;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.BenchFolder;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.demo.DemoDirectory;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the console's pages. */
@Command(
    name = "console",
    description =
        "Measures the pages of the console with many rows in the store, on H2 and on PostgreSQL.",
    mixinStandardHelpOptions = true)
public final class BenchConsoleCommand implements Callable<Integer> {
  private static final String DATABASE = "goldenrod";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "30",
      description = "Number of measured requests of each page (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "30",
      description = "Number of warm-up requests before the measured ones (${DEFAULT-VALUE}).")
  private int warmUps;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Number of databases, clones, goldens, schedules and snapshots each"
              + " (${DEFAULT-VALUE}).")
  private int rows;

  @Mixin private BenchFolder place = new BenchFolder();

  private final PrintStream out;

  public BenchConsoleCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (rounds < 1 || warmUps < 0 || rows < 1) {
      throw new UsageException("--rounds and --rows must be at least 1, --warm-up at least 0");
    }
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    RunAs runAs = RunAs.detect();
    DemoDirectory folder = DemoDirectory.create(place.path(), runAs);
    Path store = BenchFolder.temporary();
    Runnable removal = () -> remove(folder, runAs, store);
    Runtime.getRuntime().addShutdownHook(new Thread(removal, "shutdown"));
    try {
      Map<String, Measured> h2 = progress.step("pages on H2", () -> onH2(store));
      Map<String, Measured> postgres =
          progress.step(
              "pages on PostgreSQL", () -> onPostgres(store, folder.sourceRoot(runAs), runAs));
      ConsoleBenchmark.print(out, h2, postgres);
      return 0;
    } catch (BenchFailure e) {
      progress.announce("\nThe benchmark failed: " + e.getMessage());
      return 1;
    } finally {
      removal.run();
    }
  }

  private static synchronized void remove(DemoDirectory folder, RunAs runAs, Path store) {
    folder.remove(runAs);
    FileTrees.delete(store);
  }

  private Map<String, Measured> onH2(Path store) {
    return measure(store.toString());
  }

  private Map<String, Measured> onPostgres(Path store, LocalRoot root, RunAs runAs) {
    Installation home =
        Installations.find(root, runAs, List.of())
            .newestServer(PostgresEngine.TYPE)
            .orElseThrow(() -> new BenchFailure("this machine has no PostgreSQL; install it"));
    try (ScratchPostgres server = ScratchPostgres.start(home, runAs, root, DATABASE, Map.of())) {
      Path password = store.resolve("password");
      Files.writeString(password, server.password());
      return measure(url(server), DATABASE, password.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + store, e);
    }
  }

  private Map<String, Measured> measure(String... store) {
    List<String> arguments = new ArrayList<>(List.of(String.valueOf(rows)));
    arguments.addAll(List.of(store));
    try (ConsoleBenchmark benchmark = ConsoleBenchmark.start(arguments)) {
      return benchmark.run(warmUps, rounds);
    }
  }

  private static String url(ScratchPostgres server) {
    return "jdbc:postgresql://%s:%d/%s".formatted(server.host(), server.port(), server.database());
  }
}
