package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.source.SourceConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * A process that runs the steps of an import in a data directory, as a server does, until it is
 * killed. It prints each step before it begins.
 */
final class ImportingProcess {
  static final List<ImportPhase> STEPS =
      List.of(
          ImportPhase.PROBING,
          ImportPhase.PROVISIONING,
          ImportPhase.IMPORTING,
          ImportPhase.SNAPSHOTTING,
          ImportPhase.CLEANING);

  private ImportingProcess() {}

  /**
   * Starts a process.
   *
   * @param rules the file with the masking rules
   */
  static Process start(Path dataDir, ImportSpec spec, Path rules) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ImportingProcess.class.getName(),
            dataDir.toString(),
            spec.id().toString(),
            spec.source().dbname(),
            Integer.toString(spec.source().port()),
            rules.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  public static void main(String[] args) throws IOException {
    ImportEnvironment machine = new ImportEnvironment(Path.of(args[0]));
    ImportSpec spec =
        new ImportSpec(
            UUID.fromString(args[1]),
            args[2],
            1,
            new SourceConnection(
                "127.0.0.1", Integer.parseInt(args[3]), args[2], TestSource.USER, "", "source"),
            "",
            Files.readString(Path.of(args[4])));
    for (ImportPhase step : STEPS) {
      System.out.println(step);
      machine.imports.ensure(spec, step);
      ImportObservation end = machine.await(spec, step);
      if (!end.message().isEmpty()) {
        System.out.println(end.message());
      }
    }
  }
}
