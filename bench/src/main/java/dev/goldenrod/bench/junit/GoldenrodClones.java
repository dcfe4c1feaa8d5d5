package dev.goldenrod.bench.junit;

import dev.goldenrod.bench.environment.GeneratedData;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.junit.CloneLease;
import dev.goldenrod.junit.Goldenrod;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Clones from the JUnit extension, which starts the server. */
final class GoldenrodClones implements TestDatabases {
  private final String label;
  private final Goldenrod goldenrod;
  private final String golden;

  private GoldenrodClones(String label, Goldenrod goldenrod, String golden) {
    this.label = label;
    this.goldenrod = goldenrod;
    this.golden = golden;
  }

  /** Creates a golden, and a pool of the given size. The first call starts the server. */
  static GoldenrodClones prepare(Path folder, String label, int warm, GoldenSize size) {
    String golden = "bench-" + warm;
    Goldenrod goldenrod =
        Goldenrod.embedded(folder)
            .warm(warm)
            .golden(
                golden, from -> from.initializer("1", source -> GeneratedData.fill(source, size)));
    goldenrod.launch(golden).close();
    return new GoldenrodClones(label, goldenrod, golden);
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public TestDatabase take() {
    CloneLease clone = goldenrod.launch(golden);
    return new TestDatabase(clone.dataSource(), clone::close);
  }

  /** Stops the server, a child process that would otherwise stay for other builds. */
  @Override
  public void close() {
    ProcessHandle.current()
        .children()
        .filter(child -> arguments(child).anyMatch("test-server"::equals))
        .forEach(GoldenrodClones::end);
  }

  private static Stream<String> arguments(ProcessHandle process) {
    return process.info().arguments().stream().flatMap(Stream::of);
  }

  private static void end(ProcessHandle server) {
    server.destroy();
    server.onExit().join();
  }
}
